// Traces written down in tests, as STD text.
#pragma once

#include <string_view>
#include <utility>

#include "base/check.h"
#include "events/reading/validate.h"
#include "events/std/format.h"

namespace foreweave {

// One event a line, numbered from 0; what stands behind the last bar is the site.
inline Trace std_trace(std::string_view text) {
  Result<Trace> trace = read_std(text, "t.std");
  CHECK(trace.ok(), trace.error().sentence().c_str());
  const Status valid = validate(trace.value());
  CHECK(valid.ok(), valid.error().sentence().c_str());
  return std::move(trace).value();
}

}  // namespace foreweave
