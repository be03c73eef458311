// pthread_exit from three calls deep: the clean-up handlers run, last pushed first, and the value
// reaches the join.
//
// expect-exit: 0
// expect-output: inner outer
// expect-events: fork=1 join=1
// deterministic: yes
#include <string.h>

#include "../check.h"

static char trail[32];

static void note(void* word) { strcat(trail, word); }

static void leave(int depth) {
  if (depth > 0) leave(depth - 1);
  pthread_exit(trail);
}

static void* body(void* unused) {
  pthread_cleanup_push(note, "outer");
  pthread_cleanup_push(note, "inner ");
  leave(3);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  puts(join_thread(start_thread(body, NULL)));
  return 0;
}
