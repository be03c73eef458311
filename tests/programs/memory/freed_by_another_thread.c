// Memory allocated by one thread, filled by a second, freed by a third, handed on through joins.
//
// expect-exit: 0
// expect-output: 4950
// expect-events: fork=3 join=3 allocate>=1 free>=1
// deterministic: yes
#include "../check.h"

static void* allocate(void* unused) {
  (void)unused;
  return calloc(100, sizeof(int));
}

static void* fill(void* memory) {
  for (int i = 0; i < 100; ++i) ((int*)memory)[i] = i;
  return memory;
}

static void* add_up_and_free(void* memory) {
  static int sum;
  for (int i = 0; i < 100; ++i) sum += ((int*)memory)[i];
  free(memory);
  return &sum;
}

int main(void) {
  void* memory = join_thread(start_thread(allocate, NULL));
  CHECK(memory != NULL);
  memory = join_thread(start_thread(fill, memory));
  printf("%d\n", *(int*)join_thread(start_thread(add_up_and_free, memory)));
  return 0;
}
