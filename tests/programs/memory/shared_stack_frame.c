// Locals of the main thread and of a function that has not returned, written by other threads
// through pointers.
//
// expect-exit: 0
// expect-output: 1 2 3
// expect-events: fork=3 join=3 write>=3
// deterministic: yes
#include "../check.h"

struct task {
  int* place;
  int value;
};

static void* store(void* argument) {
  const struct task* task = argument;
  *task->place = task->value;
  return NULL;
}

static int from_inner_frame(void) {
  int result = 0;
  struct task task = {&result, 3};
  join_thread(start_thread(store, &task));
  return result;
}

int main(void) {
  int results[2] = {0, 0};
  struct task tasks[2] = {{&results[0], 1}, {&results[1], 2}};
  const pthread_t a = start_thread(store, &tasks[0]), b = start_thread(store, &tasks[1]);
  join_thread(a);
  join_thread(b);
  printf("%d %d %d\n", results[0], results[1], from_inner_frame());
  return 0;
}
