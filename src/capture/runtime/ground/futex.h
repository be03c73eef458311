// Sleeping and waking, within the process and between program and recorder.
#pragma once

#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace foreweave::runtime {

// Not through syscall(): that is one of ours.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

// Zeroes, or null. Not through mmap(), for the same reason.
inline void* map_memory(size_t bytes, int more_flags = 0) {
  const long memory = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | more_flags, -1, 0);
  return memory < 0 && memory > -4096 ? nullptr : reinterpret_cast<void*>(memory);
}

// Until the word is not `expected` any more, woken or not, or the absolute time has come. Negative
// error number of the kernel.
inline long futex_wait(uint32_t* word, uint32_t expected, const timespec* deadline = nullptr,
                       bool realtime = false, bool shared = false) {
  int operation = FUTEX_WAIT_BITSET | (shared ? 0 : FUTEX_PRIVATE_FLAG);
  if (realtime) operation |= FUTEX_CLOCK_REALTIME;
  return raw_syscall(SYS_futex, reinterpret_cast<long>(word), operation, expected,
                     reinterpret_cast<long>(deadline), 0,
                     static_cast<long>(FUTEX_BITSET_MATCH_ANY));
}

inline void futex_wake(uint32_t* word, int count, bool shared = false) {
  raw_syscall(SYS_futex, reinterpret_cast<long>(word),
              FUTEX_WAKE | (shared ? 0 : FUTEX_PRIVATE_FLAG), count);
}

// A lock for the few instructions in which threads without the token touch the scheduler's tables.
class FutexLock {
 public:
  void lock() {
    uint32_t expected = 0;
    if (__atomic_compare_exchange_n(&state_, &expected, 1, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      return;
    while (__atomic_exchange_n(&state_, 2, __ATOMIC_ACQUIRE) != 0) futex_wait(&state_, 2);
  }
  void unlock() {
    if (__atomic_exchange_n(&state_, 0, __ATOMIC_RELEASE) == 2) futex_wake(&state_, 1);
  }

 private:
  uint32_t state_ = 0;
};

class Locked {
 public:
  explicit Locked(FutexLock& lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked&) = delete;

 private:
  FutexLock& lock_;
};

}  // namespace foreweave::runtime
