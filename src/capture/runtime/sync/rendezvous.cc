// Semaphores and barriers: where threads wait for a number or for each other.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "capture/abi/decision_rows.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

// --- semaphores -------------------------------------------------------------------------------

namespace {

// What the trace knows of semaphores: their counts, as far as the recorded operations tell. Others
// may have made them, and may change them: another process, or threads that we do not know.
struct KnownCount {
  const sem_t* semaphore;
  int count;
};
constexpr size_t kCounts = 4096, kProbes = 64;
KnownCount counts[kCounts];

KnownCount* count_of(const sem_t* semaphore) {
  const size_t first = (reinterpret_cast<uintptr_t>(semaphore) >> 4) * 0x9e3779b97f4a7c15ull >> 52;
  for (size_t i = 0; i < kProbes; ++i) {
    KnownCount& known = counts[(first + i) % kCounts];
    if (!known.semaphore) known = {semaphore, -1};
    if (known.semaphore == semaphore) return &known;
  }
  return nullptr;
}

// Before an operation is recorded that found this count. What the others did to it comes before all
// that follows.
void explain_count(sem_t* semaphore, int found) {
  KnownCount* const known = count_of(semaphore);
  if (!known || known->count == found) return;
  known->count = found;
  log_event(current(), FW_KIND_semaphore_init, semaphore, 0, static_cast<uint64_t>(found),
            FW_FLAG_HAS_VALUE);
}

void change_count(sem_t* semaphore, int by) {
  if (KnownCount* const known = count_of(semaphore)) known->count += by;
}

// The layout of glibc's semaphores: behind the count.
bool is_shared(const sem_t* semaphore) { return reinterpret_cast<const int*>(semaphore)[2] != 0; }

int real_count(sem_t* semaphore) {
  int count = 0;
  FW_REAL(sem_getvalue)(semaphore, &count);
  return count;
}

void log_down(sem_t* semaphore) {
  explain_count(semaphore, real_count(semaphore) + 1);
  log_event(current(), FW_KIND_semaphore_wait, semaphore);
  change_count(semaphore, -1);
}

void log_found_zero(sem_t* semaphore) {
  explain_count(semaphore, 0);
  log_event(current(), FW_KIND_semaphore_failed_try, semaphore);
}

int down(sem_t* semaphore, const timespec* deadline, clockid_t clock) {
  pthread_testcancel();
  for (;;) {
    if (FW_REAL(sem_trywait)(semaphore) == 0) {
      log_down(semaphore);
      return 0;
    }
    if (errno != EAGAIN) return -1;
    if (deadline && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1'000'000'000)) {
      errno = EINVAL;
      return -1;
    }
    const Waited waited = wait_for(
        semaphore, {deadline, clock, true, true, FW_WAIT_semaphore, !is_shared(semaphore)});
    if (waited == Waited::cancelled) pthread_testcancel();
    if (waited == Waited::interrupted) {
      errno = EINTR;
      return -1;
    }
    if (waited != Waited::timed_out) continue;
    log_found_zero(semaphore);
    errno = ETIMEDOUT;
    return -1;
  }
}

}  // namespace

FW_INTERCEPTOR int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  log_begin_or_end(semaphore, FW_CALLER);
  const Announced announced(FW_KIND_semaphore_init, semaphore);
  const Inside inside;
  const int result = FW_REAL(sem_init)(semaphore, shared, value);
  if (inside && result == 0) {
    if (KnownCount* const known = count_of(semaphore)) known->count = static_cast<int>(value);
    log_event(current(), FW_KIND_semaphore_init, semaphore, 0, value, FW_FLAG_HAS_VALUE);
  }
  return result;
}

FW_INTERCEPTOR int sem_wait(sem_t* semaphore) {
  log_use(semaphore);
  const Announced announced(FW_KIND_semaphore_wait, semaphore);
  const Inside inside;
  return inside ? down(semaphore, nullptr, CLOCK_REALTIME) : FW_REAL(sem_wait)(semaphore);
}

FW_INTERCEPTOR int sem_timedwait(sem_t* semaphore, const timespec* deadline) {
  log_use(semaphore);
  const Announced announced(FW_KIND_semaphore_wait, semaphore);
  const Inside inside;
  return inside ? down(semaphore, deadline, CLOCK_REALTIME)
                : FW_REAL(sem_timedwait)(semaphore, deadline);
}

FW_INTERCEPTOR int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* deadline) {
  log_use(semaphore);
  const Announced announced(FW_KIND_semaphore_wait, semaphore);
  const Inside inside;
  return inside ? down(semaphore, deadline, clock)
                : FW_REAL(sem_clockwait)(semaphore, clock, deadline);
}

FW_INTERCEPTOR int sem_trywait(sem_t* semaphore) noexcept {
  log_use(semaphore);
  const Announced announced(FW_KIND_semaphore_wait, semaphore);
  const Inside inside;
  const int result = FW_REAL(sem_trywait)(semaphore);
  if (inside && (result == 0 || errno == EAGAIN)) {
    const int saved = errno;
    if (result == 0)
      log_down(semaphore);
    else
      log_found_zero(semaphore);
    errno = saved;
  }
  return result;
}

// A count that the program was told is what it is in every order: as if it was set here.
FW_INTERCEPTOR int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  log_use(semaphore);
  const Inside inside;
  const int result = FW_REAL(sem_getvalue)(semaphore, value);
  if (inside && result == 0) {
    if (FW_DECISION(semaphore_value)) {
      if (KnownCount* const known = count_of(semaphore)) known->count = *value;
      log_event(current(), FW_KIND_semaphore_init, semaphore, 0, static_cast<uint64_t>(*value),
                FW_FLAG_HAS_VALUE);
    }
    log_event(current(), FW_KIND_write, value, sizeof *value);
  }
  return result;
}

FW_INTERCEPTOR int sem_post(sem_t* semaphore) noexcept {
  log_use(semaphore);
  const Announced announced(FW_KIND_semaphore_post, semaphore);
  const Inside inside;
  if (inside) explain_count(semaphore, real_count(semaphore));
  const int result = FW_REAL(sem_post)(semaphore);
  if (inside && result == 0) {
    log_event(current(), FW_KIND_semaphore_post, semaphore);
    change_count(semaphore, 1);
    wake(semaphore, 1);
  } else if (!inside) {
    wake_from_outside(semaphore, 1);
  }
  return result;
}

// --- barriers ---------------------------------------------------------------------------------

namespace {

// glibc's layout, of which we use what pthread_barrier_init wrote and keep our own count beside it.
struct BarrierLayout {
  unsigned in, current_round, count;
  int shared;
  unsigned out;
};
const BarrierLayout& layout_of(const pthread_barrier_t* barrier) {
  return *reinterpret_cast<const BarrierLayout*>(barrier);
}

struct Arrivals {
  const void* barrier;
  unsigned count;
  uint64_t round;
};
constexpr size_t kBarriers = 1024;  // with somebody waiting, at once
Arrivals arrivals[kBarriers];

Arrivals* arrivals_at(const void* barrier) {
  Arrivals* free = nullptr;
  for (Arrivals& a : arrivals) {
    if (a.barrier == barrier) return &a;
    if (!free && !a.barrier) free = &a;
  }
  if (free) free->barrier = barrier;
  return free;
}

}  // namespace

FW_INTERCEPTOR int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  log_use(barrier);
  const Announced announced(FW_KIND_barrier_arrive, barrier);
  const Inside inside;
  Arrivals* here = inside && !layout_of(barrier).shared ? arrivals_at(barrier) : nullptr;
  if (!here) {
    log_order(reinterpret_cast<uint64_t>(barrier), Order::passes_on);
    int result;
    {
      const Outside outside;
      result = FW_REAL(pthread_barrier_wait)(barrier);
    }
    log_order(reinterpret_cast<uint64_t>(barrier), Order::is_told);
    return result;
  }
  log_event(current(), FW_KIND_barrier_arrive, barrier);
  const bool last = ++here->count == layout_of(barrier).count;
  if (last) {
    here->count = 0;
    here->barrier = nullptr;  // before anybody wakes up: the barrier may be destroyed then
    ++here->round;
    wake(barrier);
  } else {
    for (const uint64_t round = here->round; here->round == round;)
      wait_for(barrier, {.what = FW_WAIT_barrier});
  }
  log_event(current(), FW_KIND_barrier_leave, barrier);
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
