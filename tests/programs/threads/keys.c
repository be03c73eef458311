// pthread keys: each thread has its own value, a new thread starts with none.
//
// expect-exit: 0
// expect-output: 11 22 33
// expect-events: fork=2 join=2
// deterministic: yes
#include "../check.h"

static pthread_key_t key;

static void* keep_own(void* value) {
  CHECK(pthread_getspecific(key) == NULL);
  CHECK(pthread_setspecific(key, value) == 0);
  return pthread_getspecific(key);
}

int main(void) {
  static int values[] = {11, 22, 33};
  CHECK(pthread_key_create(&key, NULL) == 0);
  CHECK(pthread_setspecific(key, &values[0]) == 0);
  const pthread_t a = start_thread(keep_own, &values[1]);
  const pthread_t b = start_thread(keep_own, &values[2]);
  const int* from_a = join_thread(a);
  const int* from_b = join_thread(b);
  const int* own = pthread_getspecific(key);
  printf("%d %d %d\n", *own, *from_a, *from_b);
  CHECK(pthread_key_delete(key) == 0);
  return 0;
}
