// The locks each thread holds, as small numbers for equal sets ("locksets"), and whether two sets
// keep their holders apart.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class HeldLocks {
 public:
  using SetId = uint32_t;  // 0 is the empty set
  struct Entry {
    LockId lock;
    bool shared;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  explicit HeldLocks(const Trace& trace) : trace_(trace), now_(trace.thread_count()) {
    sets_.push_back({});
    numbers_[{}] = 0;
  }

  // To be called for every lock event.
  void step(EventId e);
  SetId of(ThreadId t) const { return now_[t.index()]; }
  const std::vector<Entry>& entries(SetId set) const { return sets_[set]; }
  // The number of a set of locks, sorted.
  SetId number(const std::vector<Entry>& set);

  // Some lock is in both, and not in shared mode in both: two threads cannot hold these sets at
  // once.
  bool exclude(SetId a, SetId b) const;
  // Some lock is in both, in whatever mode.
  bool overlap(SetId a, SetId b) const;
  // One lock keeps a holder of a and a holder of b apart from the holder of c.
  bool exclude_each(SetId a, SetId b, SetId c) const;

 private:
  const Trace& trace_;
  std::vector<SetId> now_;  // by thread
  std::vector<std::vector<Entry>> sets_;
  std::map<std::vector<Entry>, SetId> numbers_;
  // (set, lock, mode, taken or given back) -> set, so that a lock event costs one look-up.
  std::unordered_map<uint64_t, SetId> steps_;
  struct Recent {
    uint64_t key = UINT64_MAX;
    SetId to = 0;
  };
  std::array<Recent, 1024> recent_;  // of steps_
};

}  // namespace foreweave
