// Any trace from any place: .fwt or STD, told apart by content; "-" is standard input.
#pragma once

#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "events/trace.h"

namespace foreweave {

// Not validated: see validate().
Result<Trace> read_trace(const std::string& path);
// The same of a file that is in memory; `file` is its name for messages.
Result<Trace> read_trace(const FileContents& contents, const std::string& file);

}  // namespace foreweave
