// A shared library loaded while threads run, built like the program: its functions lock, write
// shared memory and call back; its constructor and destructor run.
//
// expect-exit: 0
// expect-output: loaded, 60 counted, 60 called back, unloaded
// expect-events: fork=2 join=2 acquire=61 release=61
// deterministic: yes
// flags: -ldl
// also: lib_counter.c
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "../check.h"

static void (*count)(void (*callback)(void));
static atomic_int called_back;

static void callback(void) { atomic_fetch_add(&called_back, 1); }

static void* count_in_library(void* unused) {
  for (int i = 0; i < 30; ++i) count(callback);
  return unused;
}

// The library lies beside the executable.
static void* load(const char* name) {
  char own[PATH_MAX], path[2 * PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  CHECK(length > 0);
  own[length] = '\0';
  snprintf(path, sizeof path, "%s/%s", dirname(own), name);
  void* library = dlopen(path, RTLD_NOW);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  return library;
}

int main(void) {
  void* library = load("lib_counter.so");
  *(void**)&count = dlsym(library, "count");
  int (*total)(void);
  *(void**)&total = dlsym(library, "total");
  const char* (*state)(void);
  *(void**)&state = dlsym(library, "state");
  CHECK(count != NULL && total != NULL && state != NULL);

  printf("%s, ", state());
  const pthread_t a = start_thread(count_in_library, NULL);
  const pthread_t b = start_thread(count_in_library, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d counted, %d called back, ", total(), atomic_load(&called_back));
  CHECK(dlclose(library) == 0);  // its destructor prints the rest
  return 0;
}
