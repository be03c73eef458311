// Thread attributes: a small stack, and a stack that the program itself brings along.
//
// expect-exit: 0
// expect-events: fork=2 join=2
// deterministic: yes
#define _GNU_SOURCE
#include <limits.h>
#include <stdint.h>
#include <sys/mman.h>

#include "../check.h"

enum { STACK = 256 * 1024 };

struct range {
  char* from;
  size_t size;
};

// True if a local variable of the thread lies in the range.
static void* stack_is_in(void* argument) {
  const struct range* range = argument;
  char local;
  const uintptr_t here = (uintptr_t)&local, from = (uintptr_t)range->from;
  return (void*)(uintptr_t)(here >= from && here < from + range->size);
}

static void* size_of_stack(void* unused) {
  (void)unused;
  pthread_attr_t own;
  size_t size;
  CHECK(pthread_getattr_np(pthread_self(), &own) == 0);
  CHECK(pthread_attr_getstacksize(&own, &size) == 0);
  pthread_attr_destroy(&own);
  return (void*)size;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, STACK) == 0);
  CHECK(pthread_create(&thread, &attributes, size_of_stack, NULL) == 0);
  CHECK((size_t)join_thread(thread) >= STACK);

  struct range memory = {.size = STACK};
  memory.from = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory.from != MAP_FAILED);
  CHECK(pthread_attr_setstack(&attributes, memory.from, memory.size) == 0);
  CHECK(pthread_create(&thread, &attributes, stack_is_in, &memory) == 0);
  CHECK(join_thread(thread));
  pthread_attr_destroy(&attributes);
  return 0;
}
