// Any trace from any place: .fwt or STD, told apart by content; "-" is standard input.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes/file.h"
#include "base/meter.h"
#include "base/result.h"
#include "events/trace.h"

namespace foreweave {

// Not validated: see validate(). With more than one job a second thread helps, where it can; the
// trace is the same. The meter tells of bytes, of .fwt files only.
Result<Trace> read_trace(const std::string& path, unsigned jobs = 1, Meter* meter = nullptr);
// The same of a file that is in memory; `file` is its name for messages.
Result<Trace> read_trace(const FileContents& contents, const std::string& file, unsigned jobs = 1,
                         Meter* meter = nullptr);

}  // namespace foreweave
