// The lock requests of a trace: acquires with the same thread, site, lock, mode and held locks.
// Only requests by a thread that holds something already, since others are in no circle.
#pragma once

#include <cstdint>
#include <vector>

#include "base/flat_map.h"
#include "events/trace.h"
#include "patterns/passes/held_locks.h"

namespace foreweave {

struct LockRequest {
  ThreadId thread;
  SiteId site;
  LockId lock;
  bool shared = false;
  HeldLocks::SetId held = 0;
  friend bool operator==(const LockRequest&, const LockRequest&) = default;
};

class LockRequests {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit LockRequests(const Trace& trace) : trace_(trace), held_(trace) {}

  // To be called for every lock event. The number of the request that it is, or none.
  uint32_t step(EventId e);

  const std::vector<LockRequest>& all() const { return requests_; }
  const HeldLocks& held() const { return held_; }

  // A wait of `a` can be for the thread of `b` as it stands before its own acquire.
  bool waits_for(const LockRequest& a, const LockRequest& b) const;

 private:
  static uint64_t hash(const LockRequest& r);

  const Trace& trace_;
  HeldLocks held_;
  std::vector<LockRequest> requests_;
  FlatMap<uint32_t> numbers_;  // by hash
};

// A circle of requests of different threads, each of which may wait for the next one.
using LockCircle = std::vector<uint32_t>;

struct LockCircles {
  std::vector<LockCircle> circles;  // the short ones first
  bool complete = true;             // otherwise the search was cut off
};

LockCircles find_circles(const LockRequests& requests);

}  // namespace foreweave
