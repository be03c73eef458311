// C11 mutexes: plain, recursive and timed; try and timed locks fail while another thread has it.
//
// expect-exit: 0
// expect-output: 200
// expect-events: fork=3 join=3 acquire>=203 release>=203 failed_try>=1
// deterministic: no
#include <threads.h>
#include <time.h>

#include "../check.h"

static mtx_t plain, recursive, timed;
static int counter;

static int count(void* unused) {
  (void)unused;
  for (int i = 0; i < 100; ++i) {
    mtx_lock(&plain);
    ++counter;
    mtx_unlock(&plain);
  }
  return 0;
}

static int fails_while_held(void* unused) {
  (void)unused;
  struct timespec soon;
  timespec_get(&soon, TIME_UTC);
  soon.tv_nsec += 10000000;
  if (soon.tv_nsec >= 1000000000) ++soon.tv_sec, soon.tv_nsec -= 1000000000;
  CHECK(mtx_trylock(&recursive) == thrd_busy);
  CHECK(mtx_timedlock(&timed, &soon) == thrd_timedout);
  return 0;
}

int main(void) {
  CHECK(mtx_init(&plain, mtx_plain) == thrd_success);
  CHECK(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  CHECK(mtx_init(&timed, mtx_timed) == thrd_success);

  thrd_t a, b, c;
  CHECK(thrd_create(&a, count, NULL) == thrd_success);
  CHECK(thrd_create(&b, count, NULL) == thrd_success);
  thrd_join(a, NULL);
  thrd_join(b, NULL);

  CHECK(mtx_lock(&recursive) == thrd_success && mtx_trylock(&recursive) == thrd_success);
  CHECK(mtx_unlock(&recursive) == thrd_success);  // still held once
  CHECK(mtx_lock(&timed) == thrd_success);
  CHECK(thrd_create(&c, fails_while_held, NULL) == thrd_success);
  thrd_join(c, NULL);
  CHECK(mtx_unlock(&timed) == thrd_success && mtx_unlock(&recursive) == thrd_success);
  mtx_lock(&plain);
  printf("%d\n", counter);
  mtx_unlock(&plain);
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  mtx_destroy(&timed);
  return 0;
}
