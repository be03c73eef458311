// A function that its caller believes to touch no memory is instrumented like any other, and its own
// path must not lie in the middle of its caller's. Nothing is shared here.
//
// expect-exit: 0
// expect-output: 4 7
// expect-events: fork=2 join=2
// also: part_const_function.c
// deterministic: yes
#include <pthread.h>
#include <stdio.h>

__attribute__((const, nothrow)) int size_of(int kind);

struct Job {
  long before;
  int kind;
  long sum;
};

__attribute__((noinline)) static void run(struct Job* job) {
  job->before = 5;
  job->sum += size_of(job->kind);
}

static void* work(void* job) {
  run(job);
  return NULL;
}

int main(void) {
  struct Job one = {0, 1, 0}, two = {0, 2, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, work, &one);
  pthread_create(&b, NULL, work, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld %ld\n", one.sum, two.sum);
  return 0;
}
