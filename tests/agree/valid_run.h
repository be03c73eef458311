// Whether a small trace can be the record of a run, by our own judgement: what the generators make
// and what shrinking leaves. events/reading/validate.h is asked as well, and must agree.
#pragma once

#include <optional>
#include <string>

#include "events/trace.h"

namespace foreweave::agree {

// Why it cannot, or nothing: its own order must be a reordering, and begins and ends must match.
std::optional<std::string> why_not_a_run(const Trace& trace);

}  // namespace foreweave::agree
