// A growing order that answers with one load: see dynamic_order.h for what it does.
//
// For each ordered pair of chains (t, u) there are two flat columns: for every position of t the
// first position of u after it, and for every position of u the last position of t before it. Put
// side by side, the columns of a chain are its vector clocks. They lie by pair and not by node,
// because an insertion changes a run of neighbouring positions to one value, which is then a fill
// of consecutive memory; and a pair without any order has no columns.
//
// A step from i in t to j in u (close_over_chains.h says which steps an insertion consists of)
// changes the first column at the positions up to i that had something later than j, and the
// second at the positions from j on that had something earlier than i. Both columns rise, so each
// of these is one run.
//
// Memory: up to 8 bytes for each node and other chain. An insertion takes time with the lengths of
// the runs: short where most nodes have an edge, the whole chain for its first one. For few edges
// in long chains suffix_minima.h is better; choose_structure.h says when. One instance per thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/column.h"
#include "model/order/close_over_chains.h"
#include "model/order/dynamic_order.h"

namespace foreweave {

class ClockMatrix {
 public:
  using Mark = size_t;

  ClockMatrix() = default;  // no chains
  explicit ClockMatrix(std::span<const uint32_t> chain_lengths) { reset(chain_lengths); }

  // As if made anew, but keeps the memory.
  void reset(std::span<const uint32_t> chain_lengths);

  bool reaches(Node a, Node b) const { return successor(a, b.chain) <= b.position; }
  uint32_t successor(Node a, uint32_t chain) const {
    if (a.chain == chain) return a.position;
    const Columns& c = columns(a.chain, chain);
    return c.exist() ? words_[c.successors + a.position] : kNoPosition;
  }
  uint32_t predecessor(Node b, uint32_t chain) const {
    if (b.chain == chain) return b.position;
    const Columns& c = columns(chain, b.chain);
    return c.exist() ? words_[c.bounds + b.position] - 1 : kNoPosition;
  }
  void insert(Node a, Node b);

  Mark mark();
  void undo(Mark mark);

  uint32_t chain_count() const { return static_cast<uint32_t>(lengths_.size()); }
  size_t memory_bytes() const;

 private:
  // Where in words_ the columns of a pair start. A bound is the predecessor's position plus one, or
  // 0 if there is none: so bounds rise too, and 0 - 1 is kNoPosition.
  struct Columns {
    size_t successors = SIZE_MAX, bounds = SIZE_MAX;
    bool exist() const { return successors != SIZE_MAX; }
  };
  struct Change {
    size_t at;  // in words_
    size_t count;
  };

  const Columns& columns(uint32_t from, uint32_t to) const {
    return columns_[size_t{from} * lengths_.size() + to];
  }
  void make_columns(Columns& columns, uint32_t from, uint32_t to);
  void add(Node x, Node y);
  void fill(size_t at, size_t count, uint32_t value);

  std::vector<uint32_t> lengths_;
  std::vector<Columns> columns_;  // by pair
  Column<uint32_t> words_;
  CloseOverChains close_over_chains_;

  bool logging_ = false;  // from the first mark on: what came before is never taken back
  std::vector<Change> changes_;
  Column<uint32_t> old_words_;
};

static_assert(DynamicOrder<ClockMatrix>);

}  // namespace foreweave
