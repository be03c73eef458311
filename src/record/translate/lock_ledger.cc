#include "record/translate/lock_ledger.h"

#include <algorithm>

namespace foreweave {

LockLedger::Answer LockLedger::acquire(Lock& lock, uint32_t thread) {
  if (!lock.is_free()) return Answer::unexplained;
  lock.exclusive = thread;
  return Answer::event;
}

LockLedger::Answer LockLedger::acquire_shared(Lock& lock, uint32_t thread) {
  if (lock.exclusive != kNobody) return Answer::unexplained;
  for (Share& share : lock.shared)
    if (share.thread == thread) {
      ++share.times;
      return Answer::own_affair;
    }
  lock.shared.push_back({thread, 1});
  return Answer::event;
}

LockLedger::Answer LockLedger::release(Lock& lock, uint32_t thread) {
  if (lock.exclusive != thread) return Answer::unexplained;
  lock.exclusive = kNobody;
  return Answer::event;
}

LockLedger::Answer LockLedger::release_shared(Lock& lock, uint32_t thread) {
  const auto own = std::find_if(lock.shared.begin(), lock.shared.end(),
                                [&](const Share& share) { return share.thread == thread; });
  if (own == lock.shared.end()) return Answer::unexplained;
  if (--own->times > 0) return Answer::own_affair;
  *own = lock.shared.back();
  lock.shared.pop_back();
  return Answer::event;
}

LockLedger::Answer LockLedger::apply(Kind kind, Lock& lock, uint32_t thread) {
  switch (kind) {
    case Kind::acquire:
      return acquire(lock, thread);
    case Kind::acquire_shared:
      return acquire_shared(lock, thread);
    case Kind::release:
      return release(lock, thread);
    case Kind::release_shared:
      return release_shared(lock, thread);
    case Kind::failed_try:
      if (lock.is_held_by_others(thread)) return Answer::event;
      return lock.is_free() ? Answer::unexplained : Answer::own_affair;
    case Kind::failed_try_shared:
      if (lock.exclusive == thread) return Answer::own_affair;
      return lock.exclusive == kNobody ? Answer::unexplained : Answer::event;
    default:
      return Answer::event;
  }
}

LockLedger::Answer LockLedger::add(Kind kind, uint32_t thread, uint64_t address) {
  Lock& lock = locks_[address];
  if (lock.is_free()) lock.frees = frees_;
  Answer answer = apply(kind, lock, thread);
  // It may be a fresh one, in memory that was freed with a lock in it that was held.
  if (answer == Answer::unexplained && lock.frees != frees_ && acquires_lock(kind)) {
    lock = {};
    lock.frees = frees_;
    answer = apply(kind, lock, thread);
  }
  return answer;
}

}  // namespace foreweave
