// Locks that do not nest: two threads walk a list, each node locked before the last one is
// released.
//
// expect-exit: 0
// expect-output: 2 2 2 2 2
// expect-events: fork=2 join=2 acquire=10 release=10
// deterministic: yes
#include "../check.h"

enum { NODES = 5 };

static struct node {
  pthread_mutex_t mutex;
  int visits;
} nodes[NODES];

static void* walk(void* unused) {
  pthread_mutex_lock(&nodes[0].mutex);
  for (int i = 0; i < NODES; ++i) {
    ++nodes[i].visits;
    if (i + 1 < NODES) pthread_mutex_lock(&nodes[i + 1].mutex);
    pthread_mutex_unlock(&nodes[i].mutex);
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < NODES; ++i) CHECK(pthread_mutex_init(&nodes[i].mutex, NULL) == 0);
  const pthread_t a = start_thread(walk, NULL), b = start_thread(walk, NULL);
  join_thread(a);
  join_thread(b);
  for (int i = 0; i < NODES; ++i) printf("%d%c", nodes[i].visits, i + 1 < NODES ? ' ' : '\n');
  return 0;
}
