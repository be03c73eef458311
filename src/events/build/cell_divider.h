// Divides the bytes that accesses touched into cells (see trace.h), once all accesses are known.
//
// While the trace is read, each location is taken for one cell, which is right unless accesses
// overlap partly. For those that do, what their reads saw is worked out again here.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/column.h"
#include "events/build/address_resolver.h"
#include "events/trace.h"

namespace foreweave {

class CellDivider {
 public:
  // `fresh`: by object, see AddressResolver.
  CellDivider(std::vector<Location>& locations, std::span<const LocationState> states,
              const std::vector<bool>& fresh);

  // Gives every location its cells; tells how many there are.
  size_t divide();
  bool any_overlap() const { return any_overlap_; }

  // Two threads touch some cell of the location and somebody writes that cell.
  bool shared_and_written(size_t location) const;
  // The locations that overlap in a chain, each such group once.
  const std::vector<std::vector<uint32_t>>& groups() const { return groups_; }
  bool overlaps_others(size_t location) const { return overlaps_[location]; }

  // Repeats, for an access of an overlapping location, what was done for others while reading.
  // `seen` gets an entry a cell for reads of several cells, and `link` the place of the first.
  // `surprises` gets its number and the cells in which it read what no recorded write left there.
  void relink(const Trace& trace, EventId e, uint32_t& link, std::vector<EventId>& seen,
              std::vector<std::pair<uint32_t, uint32_t>>& surprises);

 private:
  struct Cell {
    uint32_t last_write = UINT32_MAX;
    uint32_t first_thread = UINT32_MAX;
    bool shared = false, written = false, value_known = false;
    uint64_t value = 0;
    uint64_t offset = 0, size = 0;
  };

  std::vector<Location>& locations_;
  std::span<const LocationState> states_;
  const std::vector<bool>& fresh_;
  std::vector<bool> overlaps_;  // by location
  std::vector<Cell> cells_;     // up to the last one of an overlapping location
  std::vector<std::vector<uint32_t>> groups_;
  size_t cell_count_ = 0;
  bool any_overlap_ = false;
};

}  // namespace foreweave
