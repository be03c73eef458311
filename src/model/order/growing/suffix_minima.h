// A growing order that is frugal while few edges cross chains: see dynamic_order.h for what it
// does.
//
// For each ordered pair of chains (t, u) it keeps the steps of one function: the first position of
// u that comes after a position of t (staircases.h). The functions are closed: one look-up tells,
// and never a walk over several chains (close_over_chains.h says why that holds after an
// insertion).
//
// After Tunç, Deshmukh, Çirisci, Enea, Pavlogiannis, "CSSTs: A Dynamic Data Structure for Partial
// Orders in Concurrent Execution Analysis", ASPLOS 2024; Pavlogiannis, "Fast, Sound, and
// Effectively Complete Dynamic Race Prediction", POPL 2020, used Fenwick trees. They keep every
// position's edge in a tree over the positions of t. We keep only the edges that matter, sorted:
// look-ups in both directions are binary searches in dense memory, the space is that of the steps,
// and what an undo needs is in the log.
//
// One instance per thread. Look-ups take O(log steps of the pair).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/order/growing/close_over_chains.h"
#include "model/order/growing/dynamic_order.h"
#include "model/order/growing/staircases.h"

namespace foreweave {

class SuffixMinima {
 public:
  using Mark = size_t;

  SuffixMinima() = default;  // no chains
  explicit SuffixMinima(std::span<const uint32_t> chain_lengths) { reset(chain_lengths); }

  // As if made anew, but keeps the memory.
  void reset(std::span<const uint32_t> chain_lengths);

  bool reaches(Node a, Node b) const { return successor(a, b.chain) <= b.position; }
  uint32_t successor(Node a, uint32_t chain) const {
    return a.chain == chain ? a.position : steps_.first_end(pair(a.chain, chain), a.position);
  }
  uint32_t predecessor(Node b, uint32_t chain) const {
    return b.chain == chain ? b.position : steps_.last_start(pair(chain, b.chain), b.position);
  }
  void insert(Node a, Node b);

  Mark mark();
  void undo(Mark mark);

  // A time that never goes back, not even with undo() or reset(): it goes on with each insertion,
  // and when the caller wants. latest_into, latest_out_of: when something last came to be before,
  // or behind, some position of the chain. What was asked later than that has the same answer,
  // unless there was an undo().
  uint64_t time() const { return time_; }
  uint64_t tick() { return ++time_; }
  uint64_t latest_into(uint32_t chain) const { return latest_into_[chain]; }
  uint64_t latest_out_of(uint32_t chain) const { return latest_out_of_[chain]; }

  uint32_t chain_count() const { return static_cast<uint32_t>(lengths_.size()); }
  size_t memory_bytes() const;

 private:
  static_assert(Staircases::kNone == kNoPosition);

  struct Change {
    size_t pair;
    Stair added;
    size_t removed_before;  // removed_'s size before
  };

  size_t pair(uint32_t from, uint32_t to) const { return size_t{from} * lengths_.size() + to; }
  void add(Node x, Node y);

  std::vector<uint32_t> lengths_;
  Staircases steps_;
  CloseOverChains close_over_chains_;

  uint64_t time_ = 0;
  std::vector<uint64_t> latest_into_, latest_out_of_;  // by chain

  bool logging_ = false;  // from the first mark on: what came before is never taken back
  std::vector<Change> changes_;
  std::vector<Stair> removed_;
};

static_assert(DynamicOrder<SuffixMinima>);

}  // namespace foreweave
