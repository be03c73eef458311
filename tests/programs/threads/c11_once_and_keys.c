// C11 call_once and thread-specific storage, whose destructor sees the value of a thread that ends.
//
// expect-exit: 0
// expect-output: initialised 1 time, destroyed values 1 and 2
// expect-events: fork=2 join=2 once_begin=1 once_end=1 once_pass=1
// deterministic: yes
#include <threads.h>

#include "../check.h"

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int initialised;
static int destroyed[3];

static void destroy(void* value) {
  const int n = *(int*)value;
  destroyed[n] = n;
}

static void initialise(void) {
  ++initialised;
  CHECK(tss_create(&key, destroy) == thrd_success);
}

static int use(void* value) {
  call_once(&once, initialise);
  CHECK(tss_get(key) == NULL);
  CHECK(tss_set(key, value) == thrd_success);
  CHECK(tss_get(key) == value);
  return 0;
}

int main(void) {
  static int values[] = {1, 2};
  thrd_t a, b;
  CHECK(thrd_create(&a, use, &values[0]) == thrd_success);
  CHECK(thrd_create(&b, use, &values[1]) == thrd_success);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  tss_delete(key);
  printf("initialised %d time, destroyed values %d and %d\n", initialised, destroyed[1],
         destroyed[2]);
  return 0;
}
