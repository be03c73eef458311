#include "inputs.h"

#include "events/fwt/format.h"
#include "events/std/format.h"

namespace foreweave {

std::string as_fwt(std::string_view std_text) {
  const Result<Trace> trace = read_std(std_text, "trace.std");
  std::string file;
  const bool written = write_fwt(trace.value(), [&](std::span<const uint8_t> bytes) {
    file.append(bytes.begin(), bytes.end());
    return true;
  });
  CHECK(written, "memory takes every byte");
  return file;
}

}  // namespace foreweave
