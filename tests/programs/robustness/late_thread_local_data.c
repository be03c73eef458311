// Thread-local data of a library that is loaded late: the dynamic linker allocates it when a thread
// first touches it, in the middle of code that reads and writes other things.
//
// expect-exit: 0
// expect-output: 14 48, 14 48
// expect-events: fork=1 join=1
// deterministic: yes
// also: lib_late.c
#include <dlfcn.h>

#include "../check.h"

static int (*mix)(int);

static void* use(void* result) {
  ((int*)result)[0] = mix(2);
  ((int*)result)[1] = mix(2);
  return NULL;
}

int main(void) {
  int results[2][2];
  void* library = dlopen("./lib_late.so", RTLD_NOW);
  CHECK(library != NULL);
  mix = (int (*)(int))dlsym(library, "mix");
  CHECK(mix != NULL);
  join_thread(start_thread(use, results[0]));
  void (*again)(void) = (void (*)(void))dlsym(library, "begin_again");
  CHECK(again != NULL);
  again();
  use(results[1]);
  printf("%d %d, %d %d\n", results[0][0], results[0][1], results[1][0], results[1][1]);
  return 0;
}
