// Two threads load a library each, use it and unload it. The variables of the second one may lie where those of the
// first one did.
//
// expect-exit: 0
// expect-output: 72
// flags: -ldl
// also: lib_one.c lib_other.c
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <unistd.h>

#include "../check.h"

static char folder[PATH_MAX];

static void* use(void* name) {
  char path[2 * PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", folder, (const char*)name);
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != NULL);
  void* work = dlsym(library, "work");
  CHECK(work != NULL);
  const intptr_t sum = ((int (*)(int))work)(1);
  CHECK(dlclose(library) == 0);
  return (void*)sum;
}

int main(void) {
  char own[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  CHECK(length > 0);
  own[length] = '\0';
  snprintf(folder, sizeof folder, "%s", dirname(own));
  pthread_t first = start_thread(use, "lib_one.so");
  usleep(10000);
  pthread_t second = start_thread(use, "lib_other.so");
  const intptr_t sum = (intptr_t)join_thread(first) + (intptr_t)join_thread(second);
  printf("%d\n", (int)sum);
  return 0;
}
