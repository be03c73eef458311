// GLib's own locks, conditions and queues, which it makes of futexes, so that nobody in front of
// libc sees them. Its recursive and reader-writer locks and its threads are those of libc.
//
// What a program calls comes here; what GLib calls within itself does not, and shares no mutex with
// it. Nothing of GLib is needed to build this, or to run a program that does not have it.
#include <stdint.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"

using namespace foreweave::runtime;

extern "C" {
void g_mutex_lock(void* mutex);
int g_mutex_trylock(void* mutex);
void g_mutex_unlock(void* mutex);
void g_cond_wait(void* condition, void* mutex);
int g_cond_wait_until(void* condition, void* mutex, int64_t microseconds);
void g_cond_signal(void* condition);
void g_cond_broadcast(void* condition);
void g_async_queue_push(void* queue, void* data);
void* g_async_queue_pop(void* queue);
void* g_async_queue_try_pop(void* queue);
void* g_async_queue_timeout_pop(void* queue, uint64_t microseconds);
}

namespace {

void lock(void* mutex) {
  // Whoever has it may be a thread that we do not know.
  while (!FW_REAL(g_mutex_trylock)(mutex)) wait_for(mutex, {nullptr, CLOCK_REALTIME, false, true});
  log_event(current(), FW_KIND_acquire, mutex);
}

void unlock(void* mutex) {
  log_event(current(), FW_KIND_release, mutex);
  FW_REAL(g_mutex_unlock)(mutex);
  wake(mutex);
}

// As pthread_cond_wait: four events. False: the time was over.
bool wait(void* condition, void* mutex, const timespec* deadline) {
  log_event(current(), FW_KIND_wait_begin, condition);
  unlock(mutex);
  const Waited waited =
      wait_for(condition, {deadline, CLOCK_MONOTONIC, false, false, FW_WAIT_condition});
  log_event(current(), FW_KIND_wait_end, condition, 0, waited == Waited::timed_out);
  const Announced announced(FW_KIND_acquire, mutex);
  await_turn();
  lock(mutex);
  return waited != Waited::timed_out;
}

uint64_t number_of(const void* queue) { return reinterpret_cast<uint64_t>(queue); }

// What was put into a queue before comes before what is taken out of it; but who takes something
// out tells others nothing. Of two reads the second is the decision that the first one is there
// for.
void* taken(const void* queue, void* data) {
  constexpr uint8_t kAcquire = 2;  // as C11 numbers it
  const Inside inside;
  if (!data || !inside) return data;
  const auto* word =
      reinterpret_cast<const void*>((number_of(queue) & ~uint64_t{7}) | uint64_t{1} << 63);
  log_event(current(), FW_KIND_atomic_read, word, 8, 0, kAcquire);
  log_event(current(), FW_KIND_atomic_read, word, 8, 0, kAcquire | FW_FLAG_DECIDES);
  return data;
}

}  // namespace

FW_INTERCEPTOR void g_mutex_lock(void* mutex) {
  const Announced announced(FW_KIND_acquire, mutex);
  const Inside inside;
  inside ? lock(mutex) : FW_REAL(g_mutex_lock)(mutex);
}

FW_INTERCEPTOR int g_mutex_trylock(void* mutex) {
  const Inside inside;
  const int got = FW_REAL(g_mutex_trylock)(mutex);
  if (inside && got)
    log_event(current(), FW_KIND_acquire, mutex, 0, 0, FW_FLAG_GIVES_UP);
  else if (inside)
    log_event(current(), FW_KIND_failed_try, mutex);
  return got;
}

FW_INTERCEPTOR void g_mutex_unlock(void* mutex) {
  const Inside inside;
  if (inside) return unlock(mutex);
  FW_REAL(g_mutex_unlock)(mutex);
  wake_from_outside(mutex);
}

FW_INTERCEPTOR void g_cond_wait(void* condition, void* mutex) {
  const Inside inside;
  if (!inside) return FW_REAL(g_cond_wait)(condition, mutex);
  wait(condition, mutex, nullptr);
}

FW_INTERCEPTOR int g_cond_wait_until(void* condition, void* mutex, int64_t microseconds) {
  const Inside inside;
  if (!inside || microseconds < 0)
    return FW_REAL(g_cond_wait_until)(condition, mutex, microseconds);
  const timespec deadline{microseconds / 1'000'000, microseconds % 1'000'000 * 1000};
  return wait(condition, mutex, &deadline);
}

// Those who wait really may be threads that we do not know.
FW_INTERCEPTOR void g_cond_signal(void* condition) {
  const Inside inside;
  if (inside) {
    log_event(current(), FW_KIND_signal, condition);
    wake(condition, 1);
  } else {
    wake_from_outside(condition, 1);
  }
  FW_REAL(g_cond_signal)(condition);
}

FW_INTERCEPTOR void g_cond_broadcast(void* condition) {
  const Inside inside;
  if (inside) {
    log_event(current(), FW_KIND_broadcast, condition);
    wake(condition);
  } else {
    wake_from_outside(condition);
  }
  FW_REAL(g_cond_broadcast)(condition);
}

FW_INTERCEPTOR void g_async_queue_push(void* queue, void* data) {
  log_order(number_of(queue), Order::passes_on);
  FW_REAL(g_async_queue_push)(queue, data);
}

FW_INTERCEPTOR void* g_async_queue_pop(void* queue) {
  void* data;
  {
    const Inside inside(false);
    const Outside outside;
    data = FW_REAL(g_async_queue_pop)(queue);
  }
  return taken(queue, data);
}

FW_INTERCEPTOR void* g_async_queue_try_pop(void* queue) {
  return taken(queue, FW_REAL(g_async_queue_try_pop)(queue));
}

FW_INTERCEPTOR void* g_async_queue_timeout_pop(void* queue, uint64_t microseconds) {
  void* data;
  {
    const Inside inside(false);
    const Outside outside;
    data = FW_REAL(g_async_queue_timeout_pop)(queue, microseconds);
  }
  return taken(queue, data);
}
