// Happens-before of the language in a sequence of events of a small trace, from the words of
// docs/reorderings.md and with no thought for speed: all pairs that are ordered directly, and then
// whether some chain of them leads from the one to the other.
#pragma once

#include <span>

#include "events/trace.h"

namespace foreweave::agree {

bool is_ordered_by_language(const Trace& trace, std::span<const EventId> sequence, EventId first,
                            EventId second);

}  // namespace foreweave::agree
