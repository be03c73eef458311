// Folds reentrant locking while a text is read: a thread that takes a lock it already holds, in the
// same mode, only goes deeper, and the trace keeps the outermost pair. Whether the locking makes
// sense otherwise is validate()'s business: what nobody's lock is passes through.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "events/kind.h"

namespace foreweave {

class StdLockFolder {
 public:
  // Tells whether the event is an inner acquire or release, to be dropped. `lock` counts from 0.
  bool folds(Kind kind, uint32_t thread, uint32_t lock) {
    if (is_shared_mode(kind)) return folds_shared(kind, thread, lock);
    if (lock >= holds_.size()) holds_.resize(lock + 1);
    Hold& hold = holds_[lock];
    if (kind == Kind::acquire) {
      if (hold.depth == 0)
        hold = {thread, 1};
      else if (hold.thread == thread)
        return ++hold.depth, true;
    } else if (kind == Kind::release && hold.depth > 0 && hold.thread == thread) {
      return --hold.depth > 0;
    }
    return false;
  }

 private:
  struct Hold {
    uint32_t thread = 0;
    uint32_t depth = 0;
  };

  bool folds_shared(Kind kind, uint32_t thread, uint32_t lock) {
    const uint64_t key = uint64_t{lock} << 16 | thread;
    if (kind == Kind::acquire_shared) return shared_depth_[key]++ > 0;
    const auto it = shared_depth_.find(key);
    if (kind != Kind::release_shared || it == shared_depth_.end()) return false;
    if (--it->second > 0) return true;
    shared_depth_.erase(it);
    return false;
  }

  std::vector<Hold> holds_;
  std::unordered_map<uint64_t, uint32_t> shared_depth_;
};

}  // namespace foreweave
