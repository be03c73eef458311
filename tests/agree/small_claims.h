// The claims that a small trace can be asked about, found by looking at every few events of it.
// What each kind of claim is about is said here in words of our own (docs/reorderings.md,
// "Claims"); the judges use it and so share nothing with prove/check or with src/patterns.
#pragma once

#include <vector>

#include "events/claim.h"
#include "events/trace.h"

namespace foreweave::agree {

// Whether the claim's events are such as a bug of its kind is made of, whatever the reordering. An
// order claim may name any events.
bool looks_like_its_kind(const Trace& trace, const Claim& claim);

// The objects that were at the address of `b` before it, in order.
std::vector<Object> earlier_lives(const Trace& trace, ObjectId b);

// All that look like the kind and keep program order: pairs of events for order, deadlocks of up to
// four threads with the first acquire's thread the smallest, and none in which an acquire waits for
// a lock that the thread of the next one does not hold. In no useful order.
std::vector<Claim> all_claims(const Trace& trace, BugKind kind);

inline constexpr BugKind kAllBugKinds[] = {
    BugKind::race,        BugKind::deadlock, BugKind::atomicity, BugKind::use_after_free,
    BugKind::double_free, BugKind::null,     BugKind::order};

}  // namespace foreweave::agree
