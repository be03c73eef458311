// Conditions live wholly in the scheduler: the program's pthread_cond_t is only a name. A wait is
// four events: it begins, gives the mutex back, ends, takes the mutex again.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "capture/runtime/locks.h"
#include "capture/runtime/log.h"
#include "capture/runtime/scheduler.h"

using namespace foreweave::runtime;

namespace {

// The layout of glibc's conditions: the lowest bits of this word say who shares it and its clock.
bool is_shared(const pthread_cond_t* condition) { return condition->__data.__wrefs & 1; }
clockid_t clock_of(const pthread_cond_t* condition) {
  return condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline,
         clockid_t clock) {
  if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1'000'000'000)) return EINVAL;
  pthread_testcancel();
  Thread* const self = current();
  log_event(self, FW_KIND_wait_begin, condition);
  const int unlocked = unlock_for_wait(mutex);
  if (unlocked != 0) return unlocked;
  const Waited waited = wait_for(condition, {deadline, clock, true, false});
  log_event(self, FW_KIND_wait_end, condition, 0, waited == Waited::timed_out);
  const int locked = lock_after_wait(mutex);
  if (waited == Waited::cancelled) {
    self->cancelled = false;
    pthread_testcancel();  // with the mutex held, as the program's clean-up handlers expect
  }
  return locked != 0 ? locked : waited == Waited::timed_out ? ETIMEDOUT : 0;
}

// The old definitions of these have the same names.
template <class F>
F* current_version(const char* name) {
  void* found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  return reinterpret_cast<F*>(found ? found : next_definition(name));
}

}  // namespace

FW_INTERCEPTOR int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const Inside inside;
  if (inside && !is_shared(condition)) return wait(condition, mutex, nullptr, CLOCK_REALTIME);
  static const auto real = current_version<decltype(pthread_cond_wait)>("pthread_cond_wait");
  const Outside outside;
  return real(condition, mutex);
}

FW_INTERCEPTOR int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                          const timespec* deadline) {
  const Inside inside;
  if (inside && !is_shared(condition)) return wait(condition, mutex, deadline, clock_of(condition));
  static const auto real =
      current_version<decltype(pthread_cond_timedwait)>("pthread_cond_timedwait");
  const Outside outside;
  return real(condition, mutex, deadline);
}

FW_INTERCEPTOR int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                          clockid_t clock, const timespec* deadline) {
  const Inside inside;
  if (inside && !is_shared(condition)) return wait(condition, mutex, deadline, clock);
  const Outside outside;
  return FW_REAL(pthread_cond_clockwait)(condition, mutex, clock, deadline);
}

FW_INTERCEPTOR int pthread_cond_signal(pthread_cond_t* condition) {
  const Inside inside;
  if (inside) {
    log_event(current(), FW_KIND_signal, condition);
    wake(condition, 1);
    if (!is_shared(condition)) return 0;
  }
  static const auto real = current_version<decltype(pthread_cond_signal)>("pthread_cond_signal");
  return real(condition);
}

FW_INTERCEPTOR int pthread_cond_broadcast(pthread_cond_t* condition) {
  const Inside inside;
  if (inside) {
    log_event(current(), FW_KIND_broadcast, condition);
    wake(condition);
    if (!is_shared(condition)) return 0;
  }
  static const auto real =
      current_version<decltype(pthread_cond_broadcast)>("pthread_cond_broadcast");
  return real(condition);
}
