// Signals sent after the mutex was given back: a token goes round between three threads, each with
// a condition of its own.
//
// expect-exit: 0
// expect-output: 0 1 2 0 1 2 0 1 2
// expect-events: fork=3 join=3 signal=9 acquire>=9 release>=9
// deterministic: yes
#include <string.h>

#include "../check.h"

enum { THREADS = 3, ROUNDS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mine[THREADS] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER,
                                       PTHREAD_COND_INITIALIZER};
static int token;
static char text[2 * THREADS * ROUNDS + 1];

static void* take_turns(void* argument) {
  const int me = *(int*)argument, next = (me + 1) % THREADS;
  for (int round = 0; round < ROUNDS; ++round) {
    pthread_mutex_lock(&mutex);
    while (token != me) pthread_cond_wait(&mine[me], &mutex);
    strcat(text, (char[]){(char)('0' + me), ' ', '\0'});
    token = next;
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&mine[next]);
  }
  return NULL;
}

int main(void) {
  int numbers[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    threads[i] = start_thread(take_turns, &numbers[i]);
  }
  for (int i = 0; i < THREADS; ++i) join_thread(threads[i]);
  text[strlen(text) - 1] = '\0';
  puts(text);
  return 0;
}
