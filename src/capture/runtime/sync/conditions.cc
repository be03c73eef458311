// Conditions live in the scheduler: the program's pthread_cond_t is only a name there. A wait is
// four events: it begins, gives the mutex back, ends, takes the mutex again.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/sync/locks.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

namespace {

// The layout of glibc's conditions: the lowest bits of this word say who shares it and its clock.
bool is_shared(const pthread_cond_t* condition) { return condition->__data.__wrefs & 1; }
clockid_t clock_of(const pthread_cond_t* condition) {
  return condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// What no initialisation leaves there, and destruction does (a request to be woken when the last
// one has gone): who uses it then may wait for ever, or wake nobody. Threads that are not recorded
// wait there really and are counted, but there are never that many.
void note_if_unusable(const pthread_cond_t* condition) {
  constexpr unsigned kDestroyed = 4, kCountShift = 3, kMostWaiters = 1u << 22;
  const unsigned state = __atomic_load_n(&condition->__data.__wrefs, __ATOMIC_RELAXED);
  if (state & kDestroyed || state >> kCountShift > kMostWaiters)
    log_misuse(FW_MISUSE_condition, condition);
}

int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline,
         clockid_t clock) {
  if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1'000'000'000)) return EINVAL;
  pthread_testcancel();
  Thread* const self = current();
  log_event(self, FW_KIND_wait_begin, condition);
  const int unlocked = unlock_for_wait(mutex);
  if (unlocked != 0) return unlocked;
  const Waited waited = wait_for(condition, {deadline, clock, true, false, FW_WAIT_condition});
  log_event(self, FW_KIND_wait_end, condition, 0, waited == Waited::timed_out);
  const int locked = lock_after_wait(mutex);
  if (waited == Waited::cancelled) {
    self->cancelled = false;
    pthread_testcancel();  // with the mutex held, as the program's clean-up handlers expect
  }
  return locked != 0 ? locked : waited == Waited::timed_out ? ETIMEDOUT : 0;
}

// A thread of another process may signal it: the waiting is done there, and the mutex is given back
// and taken within it.
template <class Call>
int wait_outside(pthread_cond_t* condition, pthread_mutex_t* mutex, bool inside, Call call) {
  if (inside) {
    log_event(current(), FW_KIND_wait_begin, condition);
    begin_giving_back_outside(mutex);
    log_given_back(mutex);
  }
  int result;
  {
    const Outside outside;
    result = call();
  }
  if (inside && enter()) {
    end_giving_back_outside(mutex);
    log_event(current(), FW_KIND_wait_end, condition, 0, result == ETIMEDOUT);
    log_taken_again(mutex);
  }
  return result;
}

// The old definitions of these have the same names.
template <class F>
F* current_version(const char* name) {
  void* found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  return reinterpret_cast<F*>(found ? found : next_definition(name));
}

}  // namespace

FW_INTERCEPTOR int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  log_use(condition);
  const Announced announced(FW_KIND_wait_begin, condition);
  const Inside inside;
  if (inside) note_if_unusable(condition);
  if (inside && !is_shared(condition)) return wait(condition, mutex, nullptr, CLOCK_REALTIME);
  static const auto real = current_version<decltype(pthread_cond_wait)>("pthread_cond_wait");
  return wait_outside(condition, mutex, bool(inside), [&] { return real(condition, mutex); });
}

FW_INTERCEPTOR int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                          const timespec* deadline) {
  log_use(condition);
  const Announced announced(FW_KIND_wait_begin, condition);
  const Inside inside;
  if (inside) note_if_unusable(condition);
  if (inside && !is_shared(condition)) return wait(condition, mutex, deadline, clock_of(condition));
  static const auto real =
      current_version<decltype(pthread_cond_timedwait)>("pthread_cond_timedwait");
  return wait_outside(condition, mutex, bool(inside),
                      [&] { return real(condition, mutex, deadline); });
}

FW_INTERCEPTOR int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                          clockid_t clock, const timespec* deadline) {
  log_use(condition);
  const Announced announced(FW_KIND_wait_begin, condition);
  const Inside inside;
  if (inside) note_if_unusable(condition);
  if (inside && !is_shared(condition)) return wait(condition, mutex, deadline, clock);
  return wait_outside(condition, mutex, bool(inside), [&] {
    return FW_REAL(pthread_cond_clockwait)(condition, mutex, clock, deadline);
  });
}

// Those who wait really may be threads that we do not know.
FW_INTERCEPTOR int pthread_cond_signal(pthread_cond_t* condition) {
  log_use(condition);
  const Announced announced(FW_KIND_signal, condition);
  const Inside inside;
  if (inside) {
    note_if_unusable(condition);
    log_event(current(), FW_KIND_signal, condition);
    wake(condition, 1);
  } else {
    wake_from_outside(condition, 1);
  }
  static const auto real = current_version<decltype(pthread_cond_signal)>("pthread_cond_signal");
  return real(condition);
}

FW_INTERCEPTOR int pthread_cond_broadcast(pthread_cond_t* condition) {
  log_use(condition);
  const Announced announced(FW_KIND_broadcast, condition);
  const Inside inside;
  if (inside) {
    note_if_unusable(condition);
    log_event(current(), FW_KIND_broadcast, condition);
    wake(condition);
  } else {
    wake_from_outside(condition);
  }
  static const auto real =
      current_version<decltype(pthread_cond_broadcast)>("pthread_cond_broadcast");
  return real(condition);
}

FW_INTERCEPTOR int pthread_cond_init(pthread_cond_t* condition,
                                     const pthread_condattr_t* how) noexcept {
  log_begin_or_end(condition, FW_CALLER);
  static const auto real = current_version<decltype(pthread_cond_init)>("pthread_cond_init");
  return real(condition, how);
}
FW_INTERCEPTOR int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  log_begin_or_end(condition, FW_CALLER);
  static const auto real = current_version<decltype(pthread_cond_destroy)>("pthread_cond_destroy");
  return real(condition);
}
