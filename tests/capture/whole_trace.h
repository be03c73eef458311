// Traces of built programs, or what is wrong with them.
#pragma once

#include <string>

#include "events/losses.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "program.h"

namespace foreweave {

// One that can be read, and that a run can have left. In the program's folder.
inline Result<Trace> valid_trace(const BuiltProgram& built, const std::string& file) {
  Result<Trace> trace = read_trace(built.path_of(file));
  if (!trace) return trace;
  if (const Status valid = validate(trace.value()); !valid) return valid.error();
  return trace;
}

// One that also explains every value that was read.
inline Result<Trace> whole_trace(const BuiltProgram& built, const std::string& file) {
  Result<Trace> trace = valid_trace(built, file);
  if (!trace) return trace;
  const uint64_t unseen = trace.value().losses().count(Loss::unseen_writes);
  if (unseen > 0) return Error{std::to_string(unseen) + " writes were not seen", file};
  return trace;
}

}  // namespace foreweave
