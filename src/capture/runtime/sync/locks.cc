// Mutexes, reader-writer locks, spin locks. The real lock is only ever tried; waiting is done in
// the scheduler, so that who gets a lock next is our choice and not the kernel's.
#include "capture/runtime/sync/locks.h"

#include <errno.h>

#include "capture/abi/decision_rows.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/ground/futex.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

namespace {

// How glibc marks its mutexes; the numbers are part of its binary interface.
constexpr int kKindMask = 3, kRecursive = 1, kErrorChecking = 2, kRobust = 16, kProcessShared = 128;

int kind_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind; }
// What no initialisation leaves there, and destruction does. Calls then fail, or do anything.
void note_if_unusable(const pthread_mutex_t* mutex) {
  constexpr int kPriorities = 32 | 64, kElision = 256 | 512;
  constexpr int kAll = kKindMask | kRobust | kPriorities | kProcessShared | kElision;
  if (kind_of(mutex) & ~kAll) log_misuse(FW_MISUSE_not_initialised, mutex);
}
bool is_recursive(const pthread_mutex_t* mutex) {
  return (kind_of(mutex) & kKindMask) == kRecursive;
}
// Of an ordinary one its owner is known at any time; others have states of their own.
bool is_ordinary(const pthread_mutex_t* mutex) {
  constexpr int kPriorities = 32 | 64;
  return !(kind_of(mutex) & (kRobust | kPriorities | kProcessShared));
}
// Who forked holds in the child what it held before, by the name that it had.
bool is_own(const pthread_mutex_t* mutex) {
  const int owner = mutex->__data.__owner;
  if (owner == raw_syscall(SYS_gettid)) return true;
  for (const uint32_t id : current()->former_ids)
    if (id != 0 && id == static_cast<uint32_t>(owner)) return true;
  return false;
}

// Locked once, not again: what other threads can notice.
bool is_outermost(const pthread_mutex_t* mutex) {
  return !is_recursive(mutex) || mutex->__data.__count == 1;
}

// Mutexes that waits outside give back. More than this many at once are not known.
constexpr uint32_t kMostOutside = 64;
const pthread_mutex_t* given_back_outside[kMostOutside];
uint32_t given_back_outside_count;

bool is_given_back_outside(const pthread_mutex_t* mutex) {
  for (uint32_t i = 0; i < given_back_outside_count; ++i)
    if (given_back_outside[i] == mutex) return true;
  return false;
}

bool got(int result) { return result == 0 || result == EOWNERDEAD; }

// The kernel gives a robust mutex back for a thread that ended with it.
void note_robust(const pthread_mutex_t* mutex, const void* before, const void* after) {
  if (!(kind_of(mutex) & kRobust)) return;
  for (const void*& held : current()->robust)
    if (held == before) {
      held = after;
      return;
    }
}

// Whether its last owner died with it, as a word that no program can have: written by who dies with
// the mutex, makes it consistent or gives it up; read by everybody who asks for it, which decides.
void log_condition_of_robust(const pthread_mutex_t* mutex) {
  constexpr uint8_t kAcquire = 2;  // as C11 numbers it
  if (kind_of(mutex) & kRobust && FW_DECISION(robust))
    log_event(current(), FW_KIND_atomic_read, word_of_robust(mutex), 8, 0,
              kAcquire | FW_FLAG_DECIDES_ON_OWN_READ);
}

// Such an acquire cannot be part of a deadlock.
constexpr uint8_t flags_of(bool gives_up) { return gives_up ? FW_FLAG_GIVES_UP : 0; }

void log_acquired(const pthread_mutex_t* mutex, int result, bool gives_up) {
  if (result == ENOTRECOVERABLE) log_condition_of_robust(mutex);
  if (!got(result) || !is_outermost(mutex)) return;
  log_event(current(), FW_KIND_acquire, mutex, 0, 0, flags_of(gives_up));
  log_condition_of_robust(mutex);
  note_robust(mutex, nullptr, mutex);
}

// Nobody made it consistent when its owner had died: it can never be locked again. libc's try
// leaves it locked all the same, so it is not for us to try more often than the program does.
bool is_not_recoverable(const pthread_mutex_t* mutex) {
  constexpr int kNotRecoverable = 0x7ffffffe;
  return kind_of(mutex) & kRobust && mutex->__data.__owner == kNotRecoverable;
}

int lock_mutex(pthread_mutex_t* mutex, const timespec* deadline, clockid_t clock) {
  note_if_unusable(mutex);
  if (is_not_recoverable(mutex)) {
    log_condition_of_robust(mutex);
    return FW_REAL(pthread_mutex_lock)(mutex);
  }
  for (;;) {
    const int result = FW_REAL(pthread_mutex_trylock)(mutex);
    if (result != EBUSY) {
      log_acquired(mutex, result, deadline != nullptr);
      return result;
    }
    if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1'000'000'000)) return EINVAL;
    if ((kind_of(mutex) & kKindMask) == kErrorChecking && is_own(mutex)) return EDEADLK;
    const bool others_may_unlock =
        kind_of(mutex) & (kRobust | kProcessShared) || is_given_back_outside(mutex);
    if (wait_for(mutex, {deadline, clock, false, others_may_unlock, FW_WAIT_mutex}) ==
        Waited::timed_out) {
      // It may have been given back at the last moment.
      const int last = FW_REAL(pthread_mutex_trylock)(mutex);
      log_acquired(mutex, last, true);
      if (last != EBUSY) return last;
      if (!is_own(mutex)) log_event(current(), FW_KIND_failed_try, mutex);
      return ETIMEDOUT;
    }
  }
}

}  // namespace

namespace foreweave::runtime {

// For conditions, which give the mutex back and take it again.
int unlock_for_wait(pthread_mutex_t* mutex) {
  note_if_unusable(mutex);
  const bool is_others = is_ordinary(mutex) && !is_own(mutex), is_free = mutex->__data.__lock == 0;
  const bool outermost = is_outermost(mutex) || is_others;
  constexpr int kInconsistent = 0x7fffffff;
  if (kind_of(mutex) & kRobust && mutex->__data.__owner == kInconsistent)
    log_change_of_robust(mutex);
  const int result = FW_REAL(pthread_mutex_unlock)(mutex);
  if (result == 0 && outermost) {
    if (is_others) log_misuse(is_free ? FW_MISUSE_unlock_unlocked : FW_MISUSE_unlock_others, mutex);
    log_event(current(), FW_KIND_release, mutex);
    note_robust(mutex, mutex, nullptr);
    wake(mutex);
  }
  return result;
}

void begin_giving_back_outside(const pthread_mutex_t* mutex) {
  if (given_back_outside_count < kMostOutside)
    given_back_outside[given_back_outside_count++] = mutex;
}

void end_giving_back_outside(const pthread_mutex_t* mutex) {
  for (uint32_t i = 0; i < given_back_outside_count; ++i)
    if (given_back_outside[i] == mutex) {
      given_back_outside[i] = given_back_outside[--given_back_outside_count];
      return;
    }
}

void log_given_back(pthread_mutex_t* mutex) {
  if (!is_outermost(mutex)) return;
  log_event(current(), FW_KIND_release, mutex);
  note_robust(mutex, mutex, nullptr);
  wake(mutex);
}

void log_taken_again(pthread_mutex_t* mutex) { log_acquired(mutex, 0, false); }

int lock_after_wait(pthread_mutex_t* mutex) {
  const Announced announced(FW_KIND_acquire, mutex);
  await_turn();
  return lock_mutex(mutex, nullptr, CLOCK_REALTIME);
}

}  // namespace foreweave::runtime

FW_INTERCEPTOR int pthread_mutex_lock(pthread_mutex_t* mutex) {
  log_use(mutex);
  const Announced announced(FW_KIND_acquire, mutex);
  const Inside inside;
  return inside ? lock_mutex(mutex, nullptr, CLOCK_REALTIME) : FW_REAL(pthread_mutex_lock)(mutex);
}

FW_INTERCEPTOR int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  log_use(mutex);
  const Announced announced(FW_KIND_acquire, mutex);
  const Inside inside;
  if (inside) note_if_unusable(mutex);
  const int result = FW_REAL(pthread_mutex_trylock)(mutex);
  if (inside) {
    log_acquired(mutex, result, true);
    if (result == EBUSY && !is_own(mutex)) log_event(current(), FW_KIND_failed_try, mutex);
  }
  return result;
}

FW_INTERCEPTOR int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) {
  log_use(mutex);
  const Announced announced(FW_KIND_acquire, mutex);
  const Inside inside;
  if (!inside) return FW_REAL(pthread_mutex_timedlock)(mutex, deadline);
  return lock_mutex(mutex, deadline, CLOCK_REALTIME);
}

FW_INTERCEPTOR int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                           const timespec* deadline) {
  log_use(mutex);
  const Announced announced(FW_KIND_acquire, mutex);
  const Inside inside;
  if (!inside) return FW_REAL(pthread_mutex_clocklock)(mutex, clock, deadline);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return lock_mutex(mutex, deadline, clock);
}

FW_INTERCEPTOR int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  log_use(mutex);
  const Announced announced(FW_KIND_release, mutex);
  const Inside inside;
  if (inside) return unlock_for_wait(mutex);
  const int result = FW_REAL(pthread_mutex_unlock)(mutex);
  wake_from_outside(mutex);
  return result;
}

FW_INTERCEPTOR int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  log_use(mutex);
  const Inside inside(false);
  const int result = FW_REAL(pthread_mutex_consistent)(mutex);
  if (inside && result == 0) log_change_of_robust(mutex);
  return result;
}

FW_INTERCEPTOR int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  log_begin_or_end(mutex, FW_CALLER);
  const Inside inside(false);
  const bool is_locked = mutex->__data.__lock != 0 && mutex->__data.__owner != 0;
  const bool checks = (kind_of(mutex) & kKindMask) == kErrorChecking;
  if (inside && is_locked && is_ordinary(mutex) && !checks)
    log_misuse(FW_MISUSE_destroy_locked, mutex);
  return FW_REAL(pthread_mutex_destroy)(mutex);
}

// --- reader-writer locks ----------------------------------------------------------------------

namespace {

void log_acquired(const pthread_rwlock_t* lock, bool shared, bool gives_up) {
  log_event(current(), shared ? FW_KIND_acquire_shared : FW_KIND_acquire, lock, 0, 0,
            flags_of(gives_up));
}

// What no initialisation leaves there; destruction changes nothing.
void note_if_unusable(const pthread_rwlock_t* lock) {
  constexpr unsigned kPreferences = 3;
  if (lock->__data.__flags >= kPreferences || static_cast<unsigned>(lock->__data.__shared) > 1)
    log_misuse(FW_MISUSE_rwlock, lock);
}

int lock_rwlock(pthread_rwlock_t* lock, bool shared, const timespec* deadline, clockid_t clock) {
  note_if_unusable(lock);
  for (;;) {
    const int result =
        shared ? FW_REAL(pthread_rwlock_tryrdlock)(lock) : FW_REAL(pthread_rwlock_trywrlock)(lock);
    if (result == 0) log_acquired(lock, shared, deadline != nullptr);
    if (result != EBUSY) return result;
    if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1'000'000'000)) return EINVAL;
    if (lock->__data.__cur_writer == raw_syscall(SYS_gettid)) return EDEADLK;
    if (wait_for(lock, {deadline, clock, false, lock->__data.__shared != 0,
                        shared ? FW_WAIT_to_read : FW_WAIT_to_write}) == Waited::timed_out) {
      log_event(current(), shared ? FW_KIND_failed_try_shared : FW_KIND_failed_try, lock);
      return ETIMEDOUT;
    }
  }
}

int try_rwlock(pthread_rwlock_t* lock, bool shared) {
  log_use(lock);
  const Announced announced(shared ? FW_KIND_acquire_shared : FW_KIND_acquire, lock);
  const Inside inside;
  if (inside) note_if_unusable(lock);
  const int result =
      shared ? FW_REAL(pthread_rwlock_tryrdlock)(lock) : FW_REAL(pthread_rwlock_trywrlock)(lock);
  if (!inside) return result;
  if (result == 0) log_acquired(lock, shared, true);
  if (result == EBUSY && lock->__data.__cur_writer != raw_syscall(SYS_gettid))
    log_event(current(), shared ? FW_KIND_failed_try_shared : FW_KIND_failed_try, lock);
  return result;
}

}  // namespace

FW_INTERCEPTOR int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire_shared, lock);
  const Inside inside;
  return inside ? lock_rwlock(lock, true, nullptr, CLOCK_REALTIME)
                : FW_REAL(pthread_rwlock_rdlock)(lock);
}
FW_INTERCEPTOR int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire, lock);
  const Inside inside;
  return inside ? lock_rwlock(lock, false, nullptr, CLOCK_REALTIME)
                : FW_REAL(pthread_rwlock_wrlock)(lock);
}
FW_INTERCEPTOR int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return try_rwlock(lock, true);
}
FW_INTERCEPTOR int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return try_rwlock(lock, false);
}
FW_INTERCEPTOR int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* deadline) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire_shared, lock);
  const Inside inside;
  return inside ? lock_rwlock(lock, true, deadline, CLOCK_REALTIME)
                : FW_REAL(pthread_rwlock_timedrdlock)(lock, deadline);
}
FW_INTERCEPTOR int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* deadline) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire, lock);
  const Inside inside;
  return inside ? lock_rwlock(lock, false, deadline, CLOCK_REALTIME)
                : FW_REAL(pthread_rwlock_timedwrlock)(lock, deadline);
}
FW_INTERCEPTOR int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                              const timespec* deadline) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire_shared, lock);
  const Inside inside;
  return inside ? lock_rwlock(lock, true, deadline, clock)
                : FW_REAL(pthread_rwlock_clockrdlock)(lock, clock, deadline);
}
FW_INTERCEPTOR int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                              const timespec* deadline) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire, lock);
  const Inside inside;
  return inside ? lock_rwlock(lock, false, deadline, clock)
                : FW_REAL(pthread_rwlock_clockwrlock)(lock, clock, deadline);
}

FW_INTERCEPTOR int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  log_use(lock);
  const Announced announced(FW_KIND_release, lock);
  const Inside inside;
  const bool exclusive = lock->__data.__cur_writer != 0;
  constexpr unsigned kReaderShift = 3;
  if (inside && !exclusive && lock->__data.__readers >> kReaderShift == 0)
    log_misuse(FW_MISUSE_rwlock_unlocked, lock);
  const int result = FW_REAL(pthread_rwlock_unlock)(lock);
  if (inside && result == 0) {
    log_event(current(), exclusive ? FW_KIND_release : FW_KIND_release_shared, lock);
    wake(lock);
  } else if (!inside) {
    wake_from_outside(lock);
  }
  return result;
}

// --- spin locks -------------------------------------------------------------------------------

FW_INTERCEPTOR int pthread_spin_lock(pthread_spinlock_t* lock) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire, const_cast<int*>(lock));
  const Inside inside;
  if (!inside) return FW_REAL(pthread_spin_lock)(lock);
  while (FW_REAL(pthread_spin_trylock)(lock) != 0)
    wait_for(const_cast<int*>(lock), {.others_may_wake = true});
  log_event(current(), FW_KIND_acquire, const_cast<int*>(lock));
  return 0;
}
FW_INTERCEPTOR int pthread_spin_trylock(pthread_spinlock_t* lock) {
  log_use(lock);
  const Announced announced(FW_KIND_acquire, const_cast<int*>(lock));
  const Inside inside;
  const int result = FW_REAL(pthread_spin_trylock)(lock);
  if (inside)
    log_event(current(), result == 0 ? FW_KIND_acquire : FW_KIND_failed_try, const_cast<int*>(lock),
              0, 0, flags_of(result == 0));
  return result;
}
FW_INTERCEPTOR int pthread_spin_unlock(pthread_spinlock_t* lock) {
  log_use(lock);
  const Announced announced(FW_KIND_release, const_cast<int*>(lock));
  const Inside inside;
  const int result = FW_REAL(pthread_spin_unlock)(lock);
  if (inside) {
    log_event(current(), FW_KIND_release, const_cast<int*>(lock));
    wake(const_cast<int*>(lock));
  }
  return result;
}
