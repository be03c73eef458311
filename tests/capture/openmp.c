// Teams, barriers, critical sections, locks, reductions and tasks of OpenMP. With -DGUILTY one
// critical section is missing.
#include <omp.h>
#include <stdio.h>

enum { kCount = 200 };

static int hits;

int main(void) {
  int numbers[kCount], in_turn = 0, locked = 0, tasks = 0;
  long sum = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < kCount; ++i) numbers[i] = i;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < kCount; ++i) sum += numbers[kCount - 1 - i];
#ifndef GUILTY
#pragma omp critical
#endif
    ++hits;
    omp_set_lock(&lock);
    ++locked;
    omp_unset_lock(&lock);
#pragma omp barrier
#pragma omp single
    in_turn = hits + locked;
#pragma omp single
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(tasks)
#pragma omp atomic
      ++tasks;
    }
  }
  omp_destroy_lock(&lock);
  printf("%ld %d %d\n", sum, in_turn > 0, tasks);
  return 0;
}
