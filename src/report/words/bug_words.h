// Bugs in words: what each kind is called, what part the events of a claim play in it, and what
// goes wrong. Everything that a report says differently for different kinds of bugs starts here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/claim.h"
#include "events/trace.h"

namespace foreweave {

// "data race"; for another number of them "data races".
std::string_view title(BugKind kind, uint64_t n = 1);

struct BugEvent {
  EventId event;
  std::string role;  // "local", "waits for", ...; empty for a race, whose two sides are alike
};

// The events of the claim as the bug is best told: a race in the order of the trace; a deadlock
// along its cycle, each thread before the one it waits for, from its first event in the trace;
// others as they happen.
std::vector<BugEvent> events_in_roles(const Trace& trace, const Claim& claim);

// Events that are no part of the claim and that a reader asks for next: where a lock of the cycle
// was taken ("holds", in the order of events_in_roles), where freed memory came from
// ("allocation").
std::vector<BugEvent> events_around(const Trace& trace, const Claim& claim);

// What the bug is about, to be put behind the title: "on x", "of T1 and T2". Printable.
std::string subject(const Trace& trace, const Claim& claim);

// One sentence without its full stop where the events do not speak for themselves, else empty.
std::string what_goes_wrong(const Trace& trace, const Claim& claim);

}  // namespace foreweave
