// Threads that create threads: a binary tree, each node joins its children.
//
// expect-exit: 0
// expect-output: 15 nodes
// expect-events: fork=14 join=14
// deterministic: yes
#include <stdint.h>

#include "../check.h"

static void* count_nodes(void* argument) {
  const intptr_t depth = (intptr_t)argument;
  if (depth == 0) return (void*)1;
  const pthread_t left = start_thread(count_nodes, (void*)(depth - 1));
  const pthread_t right = start_thread(count_nodes, (void*)(depth - 1));
  return (void*)(1 + (intptr_t)join_thread(left) + (intptr_t)join_thread(right));
}

int main(void) {
  printf("%d nodes\n", (int)(intptr_t)count_nodes((void*)3));
  return 0;
}
