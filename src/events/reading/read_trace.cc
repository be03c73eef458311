#include "events/reading/read_trace.h"

#include "events/fwt/format.h"
#include "events/std/format.h"

namespace foreweave {

Result<Trace> read_trace(const std::string& path, unsigned jobs, Meter* meter) {
  const Result<FileContents> contents = read_file(path);
  if (!contents) return contents.error();
  return read_trace(contents.value(), input_name(path), jobs, meter);
}

Result<Trace> read_trace(const FileContents& contents, const std::string& file, unsigned jobs,
                         Meter* meter) {
  constexpr size_t kWorthAThread = 64 << 10;  // bytes, which take a millisecond or so
  if (contents.bytes().size() < kWorthAThread) jobs = 1;
  if (looks_like_fwt(contents.bytes())) return read_fwt(contents.bytes(), file, jobs, meter);
  return read_std(contents.text(), file);
}

}  // namespace foreweave
