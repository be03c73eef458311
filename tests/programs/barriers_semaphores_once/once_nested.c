// A once routine that uses another once control and a mutex.
//
// expect-exit: 0
// expect-output: inner outer
// expect-events: fork=2 join=2 once_begin=2 once_end=2 once_pass=2 acquire=1 release=1
// deterministic: yes
#include <string.h>

#include "../check.h"

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char text[32];

static void run_inner(void) { strcat(text, "inner "); }

static void run_outer(void) {
  pthread_once(&inner, run_inner);
  pthread_mutex_lock(&mutex);
  strcat(text, "outer");
  pthread_mutex_unlock(&mutex);
}

static void* use_outer(void* unused) {
  pthread_once(&outer, run_outer);
  return unused;
}

static void* use_inner(void* unused) {
  pthread_once(&inner, run_inner);
  return unused;
}

int main(void) {
  join_thread(start_thread(use_outer, NULL));
  join_thread(start_thread(use_inner, NULL));
  pthread_once(&outer, run_outer);
  puts(text);
  return 0;
}
