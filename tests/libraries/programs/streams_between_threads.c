// A thread fills a table and prints into a pipe that it has; another one waits for that with getc, and reads the table.
// guilty: race: the table is read before it was told
// rows: streams_pass_on
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static int table[4];

static void* fill(void* unused) {
  FILE* out = fdopen(ends[1], "w");
  for (int i = 0; i < 4; ++i) table[i] = i * i;
  fprintf(out, "ready\n");
  fclose(out);
  return unused;
}

int main(void) {
  pthread_t filler;
  int sum = 0;
  if (pipe(ends) != 0) return 1;
  pthread_create(&filler, 0, fill, 0);
  FILE* in = fdopen(ends[0], "r");
#ifdef GUILTY
  for (int i = 0; i < 4; ++i) sum += table[i];
#endif
  for (int c = getc(in); c != '\n' && c != EOF; c = getc(in)) sum += c == 'r';
#ifndef GUILTY
  for (int i = 0; i < 4; ++i) sum += table[i];
#endif
  pthread_join(filler, 0);
  fclose(in);
  printf("%d\n", sum);
  return sum > 0 ? 0 : 1;
}
