// All small traces. A family is an alphabet of events; enumeration goes through every valid trace
// over it with at most so many threads and so many events a thread, and leaves out
//   - traces that differ only in the names of threads, variables or locks,
//   - traces that differ only in the order of neighbours that have nothing in common (different
//     threads, and no common variable that one of them writes, lock, thread or other operand),
//   - traces of which no bug can be made, whatever the order: no conflict of two threads, no free
//     of what another thread uses, no two locks taken in different orders.
// Of each class of equal traces the one that comes first in the alphabet stays. Names matter to no
// rule of docs/reorderings.md, nor does the order of such neighbours: it changes no link between
// events (who read from whom, who woke whom) and no thread's own order, and a reordering is judged
// by those. So the traces of a class have the same claims with the same answers.
//
// Larger bounds are reduced further, to the traces that tell something of their own
// (small_telling.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "agree/draft.h"
#include "agree/links.h"
#include "agree/small_telling.h"
#include "events/kind.h"

namespace foreweave::agree {

struct SmallFamily {
  std::string_view name;
  std::string_view alphabet;  // STD operations, separated by blanks
  uint32_t variables, locks;
  std::vector<SmallBound> small;  // ./test goes through all traces of these bounds
  // And through a share of these (see Share), of which --exhaustive takes all.
  struct Large {
    SmallBound bound;
    uint64_t sparse = 1, stride = 1;
    bool only_telling = true;
  };
  std::vector<Large> large;
};

std::span<const SmallFamily> small_families();
const SmallFamily* find_small_family(std::string_view name);

struct SmallCounts {
  uint64_t nodes = 0;      // valid traces in the search, among them every prefix of one
  uint64_t promising = 0;  // of these, such that a bug may be made of them
  uint64_t telling = 0;    // of these, wanted (see Share) and with something of their own to tell
  uint64_t traces = 0;     // of these, first of their class: what the sink got or would have got
};

// Which part of a family to look at.
struct Share {
  // Promising nodes number `first`, `first + stride`, ... in the order of the enumeration: several
  // workers with the same stride and different firsts share a family.
  uint64_t stride = 1;
  uint64_t first = 0;
  // Of the words of five letters only every n-th is continued, which saves the time of walking
  // through the rest.
  uint64_t sparse = 1;
  // Only the traces that tell something that no other trace of the bound tells. Their order and
  // numbers are others than without.
  bool only_telling = false;
};

// Takes a draft and its number among the promising nodes; answers whether to go on. The draft is
// only valid during the call. Claims that do not name all events of `to_name` need not be asked.
using DraftSink = std::function<bool(uint64_t number, const Draft&, EventSet to_name)>;

SmallCounts enumerate_small(const SmallFamily& family, SmallBound bound, Share share,
                            const DraftSink& sink);

}  // namespace foreweave::agree
