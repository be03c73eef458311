// A replay beside what it was to be: which thread of it is which, and the first step that differs.
//
// Steps are compared by kind, place in the program and what they touch. Addresses differ from run
// to run, so what is touched is compared by history: the first time that a piece of memory or a lock
// of the recording is met, it becomes known as what the replay touches there, and must stay so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave {

// For each thread of `original` the one of `replayed` that was created in the same way, or none.
std::vector<ThreadId> matching_threads(const Trace& original, const Trace& replayed);

struct Difference {
  std::string thread;    // its name in the original
  std::string expected;  // "write of x at cache.cc:12"
  std::string came;      // what the thread did instead; empty: nothing more
};

// Of the witness' steps, in its order.
std::optional<Difference> first_difference(const Trace& original, const Reordering& witness,
                                           const Trace& replayed);

// "write of x at cache.cc:12 (Cache::put)".
std::string describe(const Trace& trace, EventId event);

}  // namespace foreweave
