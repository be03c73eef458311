// Two threads format, parse, copy and sort texts in a table under one mutex.
// guilty: race: the copy is made without the mutex
// rows: text_printed text_allocated text_scanned number_parsed text_divided array_sorted
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char line[64];
static char* names[8];
static int count, total, numbers[16];

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void one_round(int number) {
  char word[16], *rest, *end;
  int left = 0, right = 0;
  snprintf(line, sizeof line, "%d %s %d", number, "and", 2 * number);
  if (sscanf(line, "%d %15s %d", &left, word, &right) == 3) total += right - left - number + (word[0] == 'a');
  total += (int)strtol(line, &end, 10) - number + (*end != ' ');
  char* piece = strtok_r(line, " ", &rest);
  total += piece[0] == '0' + number ? 0 : 100;
  total += rest[0] == 'a' ? 0 : 100;
  sprintf(line, "n%d", number);
  numbers[number] = 16 - number;
  qsort(numbers, 16, sizeof numbers[0], compare);
  for (int i = 1; i < 16; ++i) total += numbers[i - 1] <= numbers[i] ? 0 : 100;
}

static void* work(void* first) {
  for (int i = 0; i < 4; ++i) {
    pthread_mutex_lock(&lock);
    one_round((int)(long)first + i);
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    char* copy = strdup(line);
#ifdef GUILTY
    pthread_mutex_lock(&lock);
#endif
    names[count++] = copy;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void*)1);
  pthread_create(&b, 0, work, (void*)5);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int i = 0; i < count; ++i) {
    if (names[i][0] != 'n') total += 1000;
    free(names[i]);
  }
  printf("%d\n", total);
  return total == 8 ? 0 : 1;
}
