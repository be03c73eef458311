// A library with thread-local data is loaded, used in a thread and unloaded ten times: its code may
// come to lie elsewhere each time, or at the same place.
//
// expect-exit: 0
// expect-output: 10 times 5
// expect-events: fork=10 join=10
// deterministic: yes
// flags: -ldl
// also: lib_thread_local.c
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <unistd.h>

#include "../check.h"

static void* count_to_five(void* next) {
  intptr_t last = 0;
  for (int i = 0; i < 5; ++i) last = ((int (*)(void))next)();
  return (void*)last;
}

int main(void) {
  char own[PATH_MAX], path[2 * PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  CHECK(length > 0);
  own[length] = '\0';
  snprintf(path, sizeof path, "%s/lib_thread_local.so", dirname(own));
  int right = 0;
  for (int round = 0; round < 10; ++round) {
    void* library = dlopen(path, RTLD_LAZY);
    CHECK(library != NULL);
    void* next = dlsym(library, "next");
    CHECK(next != NULL);
    right += (intptr_t)join_thread(start_thread(count_to_five, next)) == 5;
    CHECK(dlclose(library) == 0);
  }
  printf("%d times 5\n", right);
  return 0;
}
