// Whether a trace is of a run of a program, and not one that somebody wrote or converted: then
// there are values, code and something to replay.
#pragma once

#include <algorithm>

#include "events/trace.h"

namespace foreweave {

inline bool was_recorded(const Trace& trace) {
  const auto attachments = trace.attachments();
  return std::any_of(attachments.begin(), attachments.end(),
                     [](const Attachment& a) { return a.name == "program"; });
}

}  // namespace foreweave
