// A worker gives the buffer of its job back twice: when the job is done, and when it is torn down.
// In an ordinary run somebody else has been given the same memory in between, so that nothing is
// freed twice: the second free takes the buffer of the other one, who never looks at it again. Freed
// twice in a row, it ends the program.
//
// With FIXED the worker knows that the buffer is gone.
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kSize = 4000 };  // too large for what threads keep for themselves

static struct {
  char* volatile buffer;
} job;
static char* volatile of_another;

static void finish_job(void) {
  free(job.buffer);  // the first time
#ifdef FIXED
  job.buffer = NULL;
#endif
}

static void tear_down_job(void) {
  free(job.buffer);  // the second time
}

static void* work(void* unused) {
  finish_job();
  usleep(60000);
  tear_down_job();
  return unused;
}

static void* get_memory(void* unused) {
  usleep(20000);
  of_another = malloc(kSize);
  return unused;
}

int main(void) {
  mallopt(M_ARENA_MAX, 1);
  job.buffer = malloc(kSize);
  char* volatile behind = malloc(kSize);  // so that it is not at the end of the heap
  pthread_t worker, other;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&other, NULL, get_memory, NULL);
  pthread_join(worker, NULL);
  pthread_join(other, NULL);
  puts(behind ? "done" : "no memory");
  return 0;
}
