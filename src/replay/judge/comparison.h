// A replay beside what it was to be: which thread of it is which, and the first step that differs.
//
// Steps are compared by kind, place in the program and what they touch. Addresses differ from run
// to run, so what is touched is compared by history: the first time that a piece of memory or a
// lock of the recording is met, it becomes known as what the replay touches there, and must stay
// so.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave {

// For each thread of `original` the one of `replayed` that was created in the same way, or none.
std::vector<ThreadId> matching_threads(const Trace& original, const Trace& replayed);

struct Difference {
  std::string thread;      // its name in the original
  std::string expected;    // "write of x at cache.cc:12"
  std::string came;        // what the thread did instead; empty: nothing more
  EventId expected_event;  // of the original
  EventId came_event;      // of the replay; none: nothing more
};

// Called with each step that is the same in both, in the witness' order.
using OnSameStep = std::function<void(EventId expected, EventId came)>;

// What is compared behind the witness: events that are each the next of their thread. How many
// bytes they touch is not: one that looks for the end of a text finds it elsewhere if the other
// went first.
struct Behind {
  std::span<const EventId> events = {};
  bool operands = true;  // or only what is done where
};

// Of the witness' steps, in its order, and then of those behind it.
std::optional<Difference> first_difference(const Trace& original, const Reordering& witness,
                                           const Trace& replayed, const Behind& behind = {},
                                           const OnSameStep& on_same = {});

// The first step of the witness that was not done when it was its turn, although its thread may
// have done it later: what came in its place was a step of somebody else.
std::optional<Difference> first_undone(const Trace& original, const Reordering& witness,
                                       const Trace& replayed);

// The same kind of step at the same place, whatever it touches.
bool same_step(const Trace& a, EventId x, const Trace& b, EventId y);

// "write of x at cache.cc:12 (Cache::put)".
std::string describe(const Trace& trace, EventId event);

}  // namespace foreweave
