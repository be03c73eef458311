// Indirect calls: a table of functions, a function that returns a function, and a pointer that
// another thread changes under a lock between the calls.
//
// expect-exit: 0
// expect-output: 12 7 35 -2, then twice 10
// expect-events: fork=1 join=1 acquire=3 release=3 indirect_call>=5
// deterministic: yes
#include "../check.h"

typedef int (*Operation)(int, int);

static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }
static int subtract(int a, int b) { return a - b; }
static int first(int a, int b) { return (void)b, a; }

static Operation choose(char sign) {
  switch (sign) {
    case '+':
      return add;
    case '*':
      return multiply;
    case '-':
      return subtract;
    default:
      return first;
  }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Operation current = add;

static int apply(void) {
  pthread_mutex_lock(&mutex);
  const int result = current(5, 5);
  pthread_mutex_unlock(&mutex);
  return result;
}

static void* change(void* unused) {
  pthread_mutex_lock(&mutex);
  current = choose('*');
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  volatile const char signs[] = "+.*-";
  printf("%d %d %d %d, ", choose(signs[0])(5, 7), choose(signs[1])(7, 5), choose(signs[2])(5, 7),
         choose(signs[3])(5, 7));
  const int before = apply();
  join_thread(start_thread(change, NULL));
  CHECK(apply() == 25);
  printf("then twice %d\n", before);
  return 0;
}
