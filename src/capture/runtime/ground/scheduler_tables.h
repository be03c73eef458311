// What the parts of the scheduler have in common: who has the token, who is ready for it, who waits
// for something else. All of it changes with the lock held.
#pragma once

#include <time.h>

#include "capture/runtime/ground/futex.h"
#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// Threads in a row, in the order in which they came.
struct Queue {
  Thread* first = nullptr;
  uint32_t size = 0;

  void add(Thread* thread) {
    Thread** end = &first;
    while (*end) end = &(*end)->next;
    thread->next = nullptr;
    *end = thread;
    ++size;
  }
  Thread* take(uint32_t n) {
    Thread** place = &first;
    while (n-- > 0) place = &(*place)->next;
    Thread* taken = *place;
    *place = taken->next;
    --size;
    return taken;
  }
  bool remove(Thread* thread) {
    for (Thread** place = &first; *place; place = &(*place)->next)
      if (*place == thread) {
        *place = thread->next;
        --size;
        return true;
      }
    return false;
  }
};

extern FutexLock table_lock;
extern Thread* holder;  // of the token, or null
extern Queue ready, waiting;
extern uint32_t mean_slice;  // in words

// Who only looked at the same thing over and over gets just enough to look again.
inline constexpr uint32_t kSliceOfASpinner = 128;

uint64_t next_random();
void wake_up(Thread* thread);

inline bool is_before(const timespec& a, const timespec& b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

inline timespec later(timespec time, time_t seconds, long nanoseconds) {
  constexpr long kSecond = 1'000'000'000;
  time.tv_sec += seconds;
  time.tv_nsec += nanoseconds;
  for (; time.tv_nsec >= kSecond; time.tv_nsec -= kSecond) ++time.tv_sec;
  for (; time.tv_nsec < 0; time.tv_nsec += kSecond) --time.tv_sec;
  return time;
}

}  // namespace foreweave::runtime
