// Random small traces. A trace is what a simulated run records: some threads, a scheduler that
// switches at random, and at each step one of the things that the chosen thread can do just then.
// So every trace is valid by construction; some end with locks held and threads blocked. Which
// kinds of events a trace has at all, and how often, is drawn anew for each trace: many have few
// kinds, and all kinds of event_kinds.h appear.
#pragma once

#include <cstdint>
#include <optional>

#include "agree/draft.h"
#include "agree/rng.h"
#include "events/claim.h"

namespace foreweave::agree {

struct RandomOptions {
  uint32_t min_threads = 2, max_threads = 4;
  uint32_t min_events = 6, max_events = 20;
  // Most accesses go to one or two variables, and few are under a lock.
  bool races_likely = false;
  // Threads are forked and joined all the time: some are over before others begin.
  bool short_lived = false;
  // Threads are forked, and nobody joins them.
  bool unjoined = false;
  // Only accesses of whole variables, locks, forks and joins, as in RAPID's STD traces.
  bool plain = false;
  // What such a bug needs is likely to be there.
  std::optional<BugKind> likely = std::nullopt;
};

// The same options and random numbers give the same draft on every machine.
Draft random_draft(const RandomOptions& options, Rng rng);

}  // namespace foreweave::agree
