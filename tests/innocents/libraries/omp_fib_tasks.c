// OpenMP: Fibonacci numbers by tasks that wait for their own, and count themselves in a critical section.
// guilty: race: the tasks are counted without the critical section
// missed: a library that was not recorded may order it
// flags: -fopenmp
// packages: libomp-19-dev
#include <omp.h>
#include <stdio.h>

static int tasks;

static int fibonacci(int n)
{
    int a, b;
#ifndef GUILTY
#pragma omp critical
#endif
    tasks++;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void)
{
    int result = 0;
    omp_set_num_threads(2);
#pragma omp parallel
#pragma omp single
    result = fibonacci(6);
    printf("%d with %d tasks\n", result, tasks);
    return result == 8 ? 0 : 1;
}
