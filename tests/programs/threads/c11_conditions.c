// C11 condition variables: wait, signal, broadcast, and a timed wait that times out.
//
// expect-exit: 0
// expect-output: ping pong ping pong ping pong
// expect-events: fork=1 join=1 wait_begin>=1 broadcast=1 signal=6
// deterministic: no
#include <string.h>
#include <threads.h>
#include <time.h>

#include "../check.h"

static mtx_t mutex;
static cnd_t changed, never;
static int turn;  // 0: the main thread's
static char text[64];

static void say(int mine, const char* word) {
  mtx_lock(&mutex);
  while (turn != mine) cnd_wait(&changed, &mutex);
  strcat(text, word);
  turn = !mine;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
}

static int pong(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i) say(1, i < 2 ? "pong " : "pong");
  return 0;
}

int main(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  cnd_init(&never);
  thrd_t thread;
  CHECK(thrd_create(&thread, pong, NULL) == thrd_success);
  for (int i = 0; i < 3; ++i) say(0, "ping ");
  thrd_join(thread, NULL);

  struct timespec past = {.tv_sec = 1};
  mtx_lock(&mutex);
  CHECK(cnd_timedwait(&never, &mutex, &past) == thrd_timedout);
  CHECK(cnd_broadcast(&never) == thrd_success);
  mtx_unlock(&mutex);
  puts(text);
  cnd_destroy(&changed);
  cnd_destroy(&never);
  mtx_destroy(&mutex);
  return 0;
}
