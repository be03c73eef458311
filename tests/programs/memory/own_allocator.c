// An allocator of the program's own: blocks are cut out of one large piece and reused through a
// locked free list, so that one heap object holds different things at different times.
//
// expect-exit: 0
// expect-output: 200 uses of 4 blocks
// expect-events: fork=2 join=2 acquire=400 release=400
// deterministic: yes
#include <sched.h>
#include <string.h>

#include "../check.h"

enum { BLOCKS = 4, SIZE = 64 };

union block {
  union block* next;
  char bytes[SIZE];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static union block* free_blocks;
static int uses;

static void give(union block* block) {
  pthread_mutex_lock(&mutex);
  block->next = free_blocks;
  free_blocks = block;
  pthread_mutex_unlock(&mutex);
}

// There are always enough for two threads.
static union block* take(void) {
  pthread_mutex_lock(&mutex);
  union block* block = free_blocks;
  free_blocks = block->next;
  ++uses;
  pthread_mutex_unlock(&mutex);
  return block;
}

static void* work(void* mark) {
  for (int i = 0; i < 100; ++i) {
    union block* block = take();
    memset(block->bytes, *(int*)mark, SIZE);
    if (i % 10 == 0) sched_yield();
    for (int k = 0; k < SIZE; ++k) CHECK(block->bytes[k] == *(int*)mark);
    give(block);
  }
  return NULL;
}

int main(void) {
  union block* piece = malloc(BLOCKS * sizeof *piece);
  CHECK(piece != NULL);
  for (int i = 0; i < BLOCKS; ++i) {
    piece[i].next = free_blocks;
    free_blocks = &piece[i];
  }
  int first = 1, second = 2;
  const pthread_t a = start_thread(work, &first), b = start_thread(work, &second);
  join_thread(a);
  join_thread(b);
  printf("%d uses of %d blocks\n", uses, BLOCKS);
  free(piece);
  return 0;
}
