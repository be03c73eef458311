// A growing order that answers with two loads: see dynamic_order.h for what it does.
//
// For each ordered pair of chains (t, u) there are two columns: for every position of t the first
// position of u after it, and for every position of u the last position of t before it. Put side by
// side, the columns of a chain are its vector clocks.
//
// They lie by pair and not by node, because a step from i in t to j in u (close_over_chains.h says
// which steps an insertion consists of) changes a run of neighbours to one value: in the first
// column the positions up to i that had something later than j, in the second the positions from j
// on that had something earlier than i. Edges that come in the order of the trace make runs up to
// the end of the chain, each of them. So every kBlock entries have a *floor* in common, and what an
// entry says is the higher of the two: a long run raises floors, and entries only where it starts
// and ends.
//
// The columns are stored so that all are alike. The first one backwards, and a position in it as
// its complement: then both kinds rise, a run leads towards the end, 0 is "none", and there is only
// one thing to do: raise(), everything from a place on that is below a value.
//
// Memory: up to 8 bytes for each node and other chain; a pair of chains without any order has no
// columns. For few edges in long chains suffix_minima.h is better. One instance per thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/column.h"
#include "model/order/growing/close_over_chains.h"
#include "model/order/growing/dynamic_order.h"

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
    return c.exist() ? ~value(c.successor_of(a.position)) : kNoPosition;
  }
  uint32_t predecessor(Node b, uint32_t chain) const {
    if (b.chain == chain) return b.position;
    const Columns& c = columns(chain, b.chain);
    return c.exist() ? value(c.predecessor_of(b.position)) - 1 : kNoPosition;
  }
  void insert(Node a, Node b);

  Mark mark();
  void undo(Mark mark);

  uint32_t chain_count() const { return static_cast<uint32_t>(lengths_.size()); }
  size_t memory_bytes() const;

 private:
  static constexpr size_t kBlock = 64;  // a column starts at a multiple of it
  static_assert(~0u == kNoPosition && 0u - 1 == kNoPosition, "an entry of 0 is none");

  // Where in entries_ the columns of a pair are.
  struct Columns {
    size_t last_successor = 0;  // of position 0
    size_t first_predecessor = 0;
    size_t end = 0;

    bool exist() const { return end != 0; }
    size_t successor_of(uint32_t position) const { return last_successor - position; }
    size_t predecessor_of(uint32_t position) const { return first_predecessor + position; }
  };
  struct Change {
    size_t at;
    uint32_t count;
    bool of_floors;
  };

  const Columns& columns(uint32_t from, uint32_t to) const {
    return columns_[size_t{from} * lengths_.size() + to];
  }
  uint32_t value(size_t at) const { return std::max(entries_[at], floors_[at / kBlock]); }
  void add(Node x, Node y);
  void make_columns(Columns& columns, uint32_t from, uint32_t to);
  void raise(size_t at, size_t end, uint32_t value);
  size_t raise_entries(size_t at, size_t end, uint32_t value);
  void fill(Column<uint32_t>& column, size_t at, size_t count, uint32_t value);

  std::vector<uint32_t> lengths_;
  std::vector<Columns> columns_;  // by pair
  Column<uint32_t> entries_;
  Column<uint32_t> floors_;  // by block of entries_
  CloseOverChains close_over_chains_;

  bool logging_ = false;  // from the first mark on: what came before is never taken back
  std::vector<Change> changes_;
  Column<uint32_t> old_values_;
};

static_assert(DynamicOrder<ClockMatrix>);

}  // namespace foreweave
