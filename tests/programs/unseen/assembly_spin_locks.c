// Locks as programs have them that were written before their language had atomics: taken by an
// atomic instruction, released by a plain store, which on this machine is enough. All in assembly.
//
// expect-exit: 0
// expect-events: fork=1 join=1 atomic_write>=120 atomic_update>=120 atomic_read>=40
// deterministic: yes
#include <sched.h>

#include "../check.h"

static unsigned char byte_lock;
static int word_lock, pointed_lock;
static struct { unsigned short next, owner; } tickets;
static int by_byte, by_word, by_pointer, by_ticket;

static inline void cpu_relax(void) { __asm__ volatile("rep; nop" ::: "memory"); }
static inline void barrier(void) { __asm__ volatile("" ::: "memory"); }

static void lock_byte(void) {
  unsigned char old;
  do {
    old = 1;
    __asm__ volatile("xchgb %0, %1" : "+q"(old), "+m"(byte_lock)::"memory");
    if (old) sched_yield();
  } while (old);
}
static void unlock_byte(void) { __asm__ volatile("movb $0, %0" : "=m"(byte_lock)::"memory"); }

static void lock_word(void) {
  for (;;) {
    unsigned char was;
    __asm__ volatile("lock; btsl $0, %0\n\tsetc %1" : "+m"(word_lock), "=q"(was)::"memory", "cc");
    if (!was) return;
    cpu_relax();
    sched_yield();
  }
}
static void unlock_word(void) {
  const int zero = 0;
  __asm__ volatile("movl %1, %0" : "+m"(word_lock) : "r"(zero) : "memory");
}

static void lock_pointed(int* lock) {
  int old;
  do {
    old = 0;
    __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(old), "+m"(*lock) : "r"(1) : "memory", "cc");
    if (old) sched_yield();
  } while (old);
}
static void unlock_pointed(int* lock) {
  __asm__ volatile("movl $0, (%0)" : : "r"(lock) : "memory");
}

static void lock_tickets(void) {
  unsigned short mine = 1, now;
  __asm__ volatile("lock; xaddw %0, %1" : "+r"(mine), "+m"(tickets.next)::"memory", "cc");
  for (;;) {
    __asm__ volatile("movw %1, %0" : "=r"(now) : "m"(tickets.owner) : "memory");
    if (now == mine) return;
    cpu_relax();
    sched_yield();
  }
}
static void unlock_tickets(void) {
  unsigned short now;
  __asm__ volatile("movw %1, %0" : "=r"(now) : "m"(tickets.owner));
  ++now;
  __asm__ volatile("movw %1, %0" : "=m"(tickets.owner) : "r"(now) : "memory");
}

static void* work(void* unused) {
  for (int i = 0; i < 20; ++i) {
    lock_byte();
    ++by_byte;
    barrier();
#ifdef FORGETS_TO_LOCK
    unlock_byte();
    ++by_byte;
#else
    ++by_byte;
    unlock_byte();
#endif
    lock_word();
    ++by_word;
    unlock_word();
    lock_pointed(&pointed_lock);
    ++by_pointer;
    unlock_pointed(&pointed_lock);
    lock_tickets();
    ++by_ticket;
    unlock_tickets();
  }
  return unused;
}

int main(void) {
  unsigned low, high, a = 0, b, c, d;
  __asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high)::"memory");
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d)::"memory");
  __asm__ volatile("prefetcht0 %0" : : "m"(by_byte));
  __asm__ volatile("" : "+m"(by_word)::"memory");
  const pthread_t thread = start_thread(work, NULL);
  work(NULL);
  join_thread(thread);
  CHECK(by_byte == 80 && by_word == 40 && by_pointer == 40 && by_ticket == 40);
#ifdef RELEASED_BY_SOMETHING_ELSE
  __asm__ volatile("andb $0, %0" : "+m"(byte_lock)::"memory", "cc");
#endif
  return 0;
}
