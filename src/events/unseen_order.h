// What is ordered by code that was not recorded: docs/reorderings.md, rule 7. Part of a Trace.
#pragma once

#include <vector>

#include "base/bit_set.h"
#include "events/columns/ids.h"

namespace foreweave {

struct UnseenOrder {
  // The attachment that names the libraries: each with a zero byte behind it, number 1 first.
  static constexpr char kLibrariesAttachment[] = "unseen-libraries";
  // Who is named there for what threads tell each other through the system. What it writes is
  // recorded.
  static constexpr char kSystem[] = "the operating system";

  // Of one thread, each in its order.
  struct OfThread {
    std::vector<EventId> marks;  // begins and ends of stretches, if anything keeps its place
    std::vector<EventId> synchronising;  // those of code that may synchronise
    std::vector<EventId> placed;         // what keeps its place among the marks
  };
  std::vector<OfThread> threads;  // empty if nothing is ordered
  BitSet placed;                  // by event; without members it has no size
  BitSet objects;                 // that have bytes which such code writes; the same
};

}  // namespace foreweave
