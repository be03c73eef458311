// Threads write whole records into one stream, and count them, while they have locked it.
// guilty: race: the records are counted without the lock
// rows: stream_locks
#include <pthread.h>
#include <stdio.h>

static FILE* out;
static int records;

static void* work(void* name) {
  for (int i = 0; i < 4; ++i) {
#ifndef GUILTY
    flockfile(out);
#endif
    ++records;
    flockfile(out);
    fputs("record of ", out);
    fputs((const char*)name, out);
    fputs("\n", out);
    funlockfile(out);
#ifndef GUILTY
    funlockfile(out);
#endif
  }
  return name;
}

int main(void) {
  pthread_t a, b;
  char line[64];
  int lines = 0;
  out = tmpfile();
  if (!out) return 1;
  pthread_create(&a, 0, work, "a");
  pthread_create(&b, 0, work, "b");
  pthread_join(a, 0);
  pthread_join(b, 0);
  rewind(out);
  while (fgets(line, sizeof line, out)) ++lines;
  fclose(out);
  printf("%d records, %d lines\n", records, lines);
  return lines == 8 ? 0 : 1;
}
