// STD, RAPID's text format, with our extensions (docs/trace-format-std.md): one event a line,
// "thread|op(operand)|location".
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "events/build/trace_builder.h"
#include "events/trace.h"

namespace foreweave {

// `file` is the name for messages and sites. `text` is only read during the call. Tests may want
// fewer threads than a trace can have.
Result<Trace> read_std(std::string_view text, const std::string& file,
                       size_t max_threads = TraceBuilder::kMaxThreads);

// What STD cannot say (sizes, flags, sites' files and functions, attachments) is left out;
// `left_out`, if given, counts the events that lose something that matters to an analysis
// (StdWriter::loses).
std::string write_std(const Trace& trace, uint64_t* left_out = nullptr);

// One event as a line of STD, without the newline: for messages, with the names that people know,
// which may contain separators.
std::string std_line(const Trace& trace, EventId e);

}  // namespace foreweave
