// Who holds which lock, as the log tells it, and what of that is between threads. A thread may take
// a lock in shared mode that it shares already, or try one that only itself holds: that is its own
// affair, and no event of a trace (docs/reorderings.md, rule 3). And a lock may be in a state of
// which the log knows nothing: a mutex that cannot be recovered, a lock that somebody took before
// the recording began, a reader who is turned away because a writer waits. What it does then
// follows no rule of locks.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "events/kind.h"

namespace foreweave {

class LockLedger {
 public:
  enum class Answer : uint8_t {
    event,        // others can notice it
    own_affair,   // of the thread
    unexplained,  // by what is known of the lock
  };

  // The next event of a lock.
  Answer add(Kind kind, uint32_t thread, uint64_t lock);
  // Memory was freed: what lay there may be another lock from now on.
  void note_free() { ++frees_; }
  // The lock begins or ends to exist.
  void forget(uint64_t lock) { locks_.erase(lock); }

 private:
  static constexpr uint32_t kNobody = UINT32_MAX;
  struct Share {
    uint32_t thread;
    uint32_t times;
  };
  struct Lock {
    uint32_t exclusive = kNobody;
    std::vector<Share> shared = {};
    uint64_t frees = 0;  // before it was taken

    bool is_free() const { return exclusive == kNobody && shared.empty(); }
    bool is_held_by_others(uint32_t thread) const {
      if (exclusive != kNobody && exclusive != thread) return true;
      return !shared.empty() && !(shared.size() == 1 && shared[0].thread == thread);
    }
  };

  static Answer acquire(Lock& lock, uint32_t thread);
  static Answer acquire_shared(Lock& lock, uint32_t thread);
  static Answer release(Lock& lock, uint32_t thread);
  static Answer release_shared(Lock& lock, uint32_t thread);
  static Answer apply(Kind kind, Lock& lock, uint32_t thread);

  std::unordered_map<uint64_t, Lock> locks_;
  uint64_t frees_ = 0;
};

}  // namespace foreweave
