// Two threads count without a lock, and the program tells much that is another in every run: how long
// it took, its number, a random one, addresses, the time of day; and which thread came first. With
// TELLS it also tells what was counted.
#include <pthread.h>
#include <stdio.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static long count;

static void* work(void* name) {
  ++count;
  printf("%s at %p\n", (const char*)name, name);
  fflush(stdout);
  return name;
}

int main(void) {
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pthread_t a, b;
  pthread_create(&a, 0, work, "first");
  pthread_create(&b, 0, work, "second");
  pthread_join(a, 0);
  pthread_join(b, 0);
  clock_gettime(CLOCK_MONOTONIC, &end);
  unsigned random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) return 1;
  printf("took %ld ns, process %d, id %08x\n",
         (end.tv_sec - begin.tv_sec) * 1000000000 + end.tv_nsec - begin.tv_nsec, (int)getpid(), random);
  char text[64];
  const time_t now = time(0);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", localtime(&now));
#ifdef TELLS
  printf("[%s] counted %ld\n", text, count);
#else
  printf("[%s] counted\n", text);
#endif
  return 0;
}
