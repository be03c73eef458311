#include "events/read_trace.h"

#include "events/fwt_format.h"
#include "events/std_format.h"

namespace foreweave {

Result<Trace> read_trace(const std::string& path) {
  const Result<FileContents> contents = read_file(path);
  if (!contents) return contents.error();
  return read_trace(contents.value(), input_name(path));
}

Result<Trace> read_trace(const FileContents& contents, const std::string& file) {
  if (looks_like_fwt(contents.bytes())) return read_fwt(contents.bytes(), file);
  return read_std(contents.text(), file);
}

}  // namespace foreweave
