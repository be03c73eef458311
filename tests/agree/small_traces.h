// All small traces. A family is an alphabet of events; enumeration goes through every valid trace
// over it with at most so many threads and so many events a thread, and leaves out
//   - traces that differ only in the names of threads, variables or locks,
//   - traces that differ only in the order of neighbours that have nothing in common (different
//     threads, and no common variable that one of them writes, lock, thread or other operand),
//   - traces in which nothing can race.
// Of each class of equal traces the one that comes first in the alphabet stays.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "agree/draft.h"
#include "events/kind.h"

namespace foreweave::agree {

struct SmallBound {
  uint32_t threads;
  uint32_t events_per_thread;
};

struct SmallFamily {
  std::string_view name;
  std::string_view alphabet;  // STD operations, separated by blanks
  uint32_t variables, locks;
  std::vector<SmallBound> small;  // ./test goes through all traces of these bounds
  // And through a share of these (see Share), of which --exhaustive takes all.
  struct Large {
    SmallBound bound;
    uint64_t sparse = 1, stride = 1;
  };
  std::vector<Large> large;
};

std::span<const SmallFamily> small_families();
const SmallFamily* find_small_family(std::string_view name);

struct SmallCounts {
  uint64_t nodes = 0;   // valid traces in the search, among them every prefix of one
  uint64_t racing = 0;  // of these, with a pair that can race
  uint64_t traces = 0;  // of these, first of their class: what the sink got or would have got
};

// Which part of a family to look at.
struct Share {
  // Racing nodes number `first`, `first + stride`, ... in the order of the enumeration: several
  // workers with the same stride and different firsts share a family.
  uint64_t stride = 1;
  uint64_t first = 0;
  // Of the words of five letters only every n-th is continued, which saves the time of walking
  // through the rest.
  uint64_t sparse = 1;
};

// Takes a draft and its number among the racing nodes; answers whether to go on. The draft is only
// valid during the call.
using DraftSink = std::function<bool(uint64_t number, const Draft&)>;

SmallCounts enumerate_small(const SmallFamily& family, SmallBound bound, Share share,
                            const DraftSink& sink);

}  // namespace foreweave::agree
