// fread: elements of some size out of a file, by two threads that share it under a lock; the C
// library's own buffer is filled and emptied out of sight.
//
// expect-exit: 0
// expect-output: 1000 numbers, sum 499500
// expect-events: fork=2 join=2 acquire>=100 release>=100
// deterministic: yes
#include "../check.h"

static FILE* file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int chunk[10];
static long count, sum;

static void* read_chunks(void* unused) {
  for (size_t got = 10; got == 10;) {
    pthread_mutex_lock(&mutex);
    got = fread(chunk, sizeof chunk[0], 10, file);
    for (size_t i = 0; i < got; ++i) ++count, sum += chunk[i];
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  file = tmpfile();
  CHECK(file != NULL);
  for (int i = 0; i < 1000; ++i) CHECK(fwrite(&i, sizeof i, 1, file) == 1);
  rewind(file);
  const pthread_t a = start_thread(read_chunks, NULL), b = start_thread(read_chunks, NULL);
  join_thread(a);
  join_thread(b);
  CHECK(feof(file));
  fclose(file);
  printf("%ld numbers, sum %ld\n", count, sum);
  return 0;
}
