// A shared library that was not built with our compilers, loaded at run time: it writes memory of
// the program behind its back, uses a mutex of the program, and creates a thread that calls back
// into the program.
//
// expect-exit: 0
// expect-output: filled abc, 20 under the lock, called from a thread
// expect-events: fork>=1 acquire>=10 release>=10
// deterministic: no
// flags: -ldl
// also: lib_plain.plain.c
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <unistd.h>

#include "../check.h"

struct shared {
  pthread_mutex_t mutex;
  int counter;
};

static const char* called = "not called";

static void callback(void) { called = "called from a thread"; }

int main(void) {
  char own[PATH_MAX], path[2 * PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  CHECK(length > 0);
  own[length] = '\0';
  snprintf(path, sizeof path, "%s/lib_plain.so", dirname(own));
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != NULL);

  void (*fill)(char*);
  void* (*count)(void*);
  void (*run_in_thread)(void (*)(void));
  *(void**)&fill = dlsym(library, "fill");
  *(void**)&count = dlsym(library, "count");
  *(void**)&run_in_thread = dlsym(library, "run_in_thread");
  CHECK(fill != NULL && count != NULL && run_in_thread != NULL);

  char text[4] = "???";
  fill(text);
  struct shared shared = {.mutex = PTHREAD_MUTEX_INITIALIZER};
  const pthread_t thread = start_thread(count, &shared);  // its body is in the library
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&shared.mutex);
    ++shared.counter;
    pthread_mutex_unlock(&shared.mutex);
  }
  join_thread(thread);
  run_in_thread(callback);
  printf("filled %s, %d under the lock, %s\n", text, shared.counter, called);
  CHECK(dlclose(library) == 0);
  return 0;
}
