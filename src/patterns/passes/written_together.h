// Which variables seem to be one thing: whoever writes one of the two mostly writes both, in one
// step of work. Names and addresses say little about that; what the run did says more.
#pragma once

#include <cstdint>
#include <vector>

#include "base/flat_map.h"
#include "events/trace.h"
#include "patterns/passes/meeting_cells.h"

namespace foreweave {

class WrittenTogether {
 public:
  // Two cells of which `meetings` has neither count as not written together.
  explicit WrittenTogether(const Trace& trace, const MeetingCells* meetings = nullptr);

  // At least three times out of four.
  bool mostly(CellId a, CellId b) const { return mostly_.find(key_of(a, b)) != nullptr; }
  // No two are.
  bool is_empty() const { return mostly_.size() == 0; }

 private:
  // What counts once for a step of work.
  struct Count {
    uint32_t steps = 0;
    uint32_t thread = UINT32_MAX, round = 0;
    uint64_t unit = 0;
    void add(ThreadId t, uint64_t in_unit, uint32_t in_round);
  };
  static uint64_t key_of(CellId a, CellId b);

  FlatMap<uint8_t> mostly_;  // those that are, by key_of
};

}  // namespace foreweave
