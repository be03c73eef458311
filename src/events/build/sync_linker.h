// Finds, while a trace is read, what belongs together among its synchronisation events: acquires
// and releases, waits and the signals that woke them, barrier rounds, once, semaphores and their
// inits, allocations and frees, forks and what they begin. The results are the link column and the
// rounds.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/column.h"
#include "events/trace.h"

namespace foreweave {

class SyncLinker {
 public:
  // Columns of the trace being built; they may move while it grows.
  SyncLinker(const ThreadColumn& thread, const Column<uint32_t>& target, Column<uint32_t>& link,
             std::vector<BarrierRound>& rounds)
      : thread_of_(thread), target_of_(target), link_(link), rounds_(rounds) {}

  // Event number e, already in the columns, is of this kind, which is no access.
  void link(uint32_t e, Kind kind);

  // Those that can be linked only when all events are known: thread_begin, fork, join.
  const std::vector<uint32_t>& thread_events() const { return thread_events_; }

 private:
  struct Lock {
    uint32_t exclusive = UINT32_MAX;                    // the open acquire
    std::vector<std::pair<uint32_t, uint32_t>> shared;  // thread, open acquire
  };
  struct Condition {
    uint32_t waiting = 0;
    std::set<uint32_t> unused_signals;
    uint32_t last_broadcast = UINT32_MAX;
  };
  struct Barrier {
    uint32_t open_round = UINT32_MAX, last_round = UINT32_MAX;
  };
  struct Once {
    uint32_t begin = UINT32_MAX;
    uint32_t end = UINT32_MAX;  // of the last run that ended
  };
  struct Thread {
    uint32_t wait_begin = UINT32_MAX;
    uint32_t barrier_round = UINT32_MAX;
  };

  void link_lock(uint32_t e, Kind kind);
  void link_condition(uint32_t e, Kind kind);
  void link_barrier(uint32_t e, Kind kind);
  void link_once(uint32_t e, Kind kind);
  void link_semaphore(uint32_t e, Kind kind);
  void link_object(uint32_t e, Kind kind);
  void pair(uint32_t a, uint32_t b);

  const ThreadColumn& thread_of_;
  const Column<uint32_t>& target_of_;
  Column<uint32_t>& link_;
  std::vector<BarrierRound>& rounds_;
  std::vector<Lock> locks_;
  std::vector<Condition> conditions_;
  std::vector<Barrier> barriers_;
  std::vector<Once> onces_;
  std::vector<uint32_t> last_init_;   // by semaphore
  std::vector<uint32_t> allocation_;  // by object
  std::vector<Thread> threads_;
  std::vector<uint32_t> thread_events_;
};

}  // namespace foreweave
