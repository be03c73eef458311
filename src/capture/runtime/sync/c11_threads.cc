// threads.h. glibc's own versions go past our pthread functions, so here they are once more.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "capture/runtime/core/threads.h"

using namespace foreweave::runtime;

namespace {

int as_thrd(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

pthread_mutex_t* as_pthread(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* as_pthread(cnd_t* condition) {
  return reinterpret_cast<pthread_cond_t*>(condition);
}

}  // namespace

FW_INTERCEPTOR int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  const int result = create_thread(thread, nullptr, nullptr, start, argument);
  return result == EAGAIN ? thrd_nomem : as_thrd(result);
}
FW_INTERCEPTOR int thrd_join(thrd_t thread, int* value) {
  void* result = nullptr;
  const int error = join_thread(thread, &result, {value, sizeof *value});
  if (value) *value = static_cast<int>(reinterpret_cast<intptr_t>(result));
  return as_thrd(error);
}
FW_INTERCEPTOR int thrd_detach(thrd_t thread) { return as_thrd(pthread_detach(thread)); }
FW_INTERCEPTOR void thrd_yield() { sched_yield(); }
FW_INTERCEPTOR int thrd_sleep(const timespec* time, timespec* left) {
  const int result = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
  return result == 0 ? 0 : result == EINTR ? -1 : -2;
}

FW_INTERCEPTOR int mtx_lock(mtx_t* mutex) { return as_thrd(pthread_mutex_lock(as_pthread(mutex))); }
FW_INTERCEPTOR int mtx_trylock(mtx_t* mutex) {
  return as_thrd(pthread_mutex_trylock(as_pthread(mutex)));
}
FW_INTERCEPTOR int mtx_timedlock(mtx_t* mutex, const timespec* deadline) {
  return as_thrd(pthread_mutex_timedlock(as_pthread(mutex), deadline));
}
FW_INTERCEPTOR int mtx_unlock(mtx_t* mutex) {
  return as_thrd(pthread_mutex_unlock(as_pthread(mutex)));
}

FW_INTERCEPTOR int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return as_thrd(pthread_cond_wait(as_pthread(condition), as_pthread(mutex)));
}
FW_INTERCEPTOR int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* deadline) {
  return as_thrd(pthread_cond_timedwait(as_pthread(condition), as_pthread(mutex), deadline));
}
FW_INTERCEPTOR int cnd_signal(cnd_t* condition) {
  return as_thrd(pthread_cond_signal(as_pthread(condition)));
}
FW_INTERCEPTOR int cnd_broadcast(cnd_t* condition) {
  return as_thrd(pthread_cond_broadcast(as_pthread(condition)));
}
