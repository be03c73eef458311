// OpenMP: one thread creates a task per block, waits for them and adds up their results.
// guilty: race: it does not wait for the tasks
// missed: a library that was not recorded may order it
// flags: -fopenmp
// packages: libomp-19-dev
#include <stdio.h>

#define BLOCKS 4
static int partial[BLOCKS];

static void work(int b)
{
    int sum = 0;
    for (int i = 0; i < 100; i++) sum += (b * 100 + i) % 7;
    partial[b] = sum;
}

int main(void)
{
    int total = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        for (int b = 0; b < BLOCKS; b++) {
#pragma omp task firstprivate(b)
            work(b);
        }
#ifndef GUILTY
#pragma omp taskwait
#endif
        for (int b = 0; b < BLOCKS; b++) total += partial[b];
    }
    printf("total %d\n", total);
    return partial[0] == 0 || partial[BLOCKS - 1] == 0;
}
