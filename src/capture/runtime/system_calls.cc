// syscall(), by which a program asks the kernel for what it likes. Futexes of the program itself
// (and of libstdc++'s headers) are among that, and wait in the scheduler.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "capture/abi/decision_rows.h"
#include "capture/runtime/core/inputs.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/files/traffic.h"
#include "capture/runtime/ground/futex.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

namespace {

// Who was asleep goes on because somebody woke it. That orders nothing that the program could rely
// on, so it is told by relaxed accesses of a word that no program has.
const void* word_of_sleepers(const uint32_t* futex) {
  return reinterpret_cast<const void*>((reinterpret_cast<uint64_t>(futex) & ~uint64_t{7}) |
                                       uint64_t{3} << 62);
}

//
// Only of futexes that the program uses itself: what libraries have inside them is taken and given
// back as nobody sees, and a replay need not do the same.
void log_wake(const uint32_t* futex, bool is_told) {
  if (!is_told) return;
  const int saved = errno;
  log_event(current(), FW_KIND_atomic_write, word_of_sleepers(futex), 8);
  errno = saved;
}

// What the kernel found in the futex, and who woke the thread, decides what it does next. (As in
// log_order, it is the last event that the reads before it are there for.)
void log_end_of_wait(const uint32_t* futex, bool was_woken, bool is_told) {
  if (!is_told) return;
  const int saved = errno;
  if (was_woken) log_event(current(), FW_KIND_atomic_read, word_of_sleepers(futex), 8);
  log_event(current(), FW_KIND_atomic_read, word_of_sleepers(futex), 8, 0, FW_FLAG_DECIDES);
  errno = saved;
}

long own_futex(uint32_t* word, int operation, uint32_t value, const timespec* timeout,
               const void* caller) {
  const bool is_told = FW_DECISION(futex) && is_for_the_program(caller);
  const int command = operation & FUTEX_CMD_MASK;
  const clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET) {
    log_wake(word, is_told);
    const uint32_t woken = wake(word, value);
    const long others = raw_syscall(SYS_futex, reinterpret_cast<long>(word), operation,
                                    static_cast<long>(value - woken));
    return others > 0 ? others + woken : woken;
  }
  // The kernel looks at the word and puts the caller to sleep in one step. So a replay can have it
  // asleep before somebody changes the word.
  const int saved = errno;
  if (is_told) log_event(current(), FW_KIND_atomic_read, word, sizeof *word);
  errno = saved;
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) {
    log_end_of_wait(word, false, is_told);
    errno = EAGAIN;
    return -1;
  }
  timespec deadline;
  if (timeout) {
    deadline = *timeout;
    if (command == FUTEX_WAIT) {  // relative
      deadline = real_time(clock);
      deadline.tv_sec += timeout->tv_sec;
      deadline.tv_nsec += timeout->tv_nsec;
      if (deadline.tv_nsec >= 1'000'000'000) {
        deadline.tv_nsec -= 1'000'000'000;
        ++deadline.tv_sec;
      }
    }
  }
  const bool shared = !(operation & FUTEX_PRIVATE_FLAG) && shares_memory;
  const Waited waited = wait_for(word, {timeout ? &deadline : nullptr, clock, false, shared});
  const bool was_woken = waited != Waited::timed_out && waited != Waited::interrupted;
  log_end_of_wait(word, was_woken, is_told);
  if (was_woken) return 0;
  errno = waited == Waited::timed_out ? ETIMEDOUT : EINTR;
  return -1;
}

bool is_simulated(int operation) {
  const int command = operation & FUTEX_CMD_MASK;
  return command == FUTEX_WAIT || command == FUTEX_WAKE || command == FUTEX_WAIT_BITSET ||
         command == FUTEX_WAKE_BITSET;
}

// Calls by which no other thread can be told anything.
bool asks_for_itself(long number) {
  switch (number) {
    case SYS_gettid:
    case SYS_getpid:
    case SYS_getppid:
    case SYS_getuid:
    case SYS_getcpu:
    case SYS_clock_gettime:
    case SYS_gettimeofday:
    case SYS_time:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_sched_yield:
    case SYS_sched_getaffinity:
    case SYS_sched_setaffinity:
    case SYS_getrandom:
    case SYS_membarrier:
    case SYS_futex:  // its word is the program's, and what is done to that is recorded
    case SYS_mprotect:
    case SYS_madvise:
    case SYS_prctl:
      return true;
    default:
      return false;
  }
}

}  // namespace

FW_INTERCEPTOR long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long a[6];
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex) {
    const Inside inside;
    if (inside && is_simulated(static_cast<int>(a[1])))
      return own_futex(reinterpret_cast<uint32_t*>(a[0]), static_cast<int>(a[1]),
                       static_cast<uint32_t>(a[2]), reinterpret_cast<const timespec*>(a[3]),
                       __builtin_return_address(0));
  }
  if (number == SYS_close) return close(static_cast<int>(a[0]));
  const bool may_be_told = !asks_for_itself(number);
  if (may_be_told) log_passing_on();
  long result;
  {
    const Outside outside;
    result = FW_REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
  if (may_be_told) log_being_told();
  return result;
}
