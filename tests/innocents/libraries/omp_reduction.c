// OpenMP: a parallel loop with a reduction over a sum and a maximum.
// guilty: race: the reduction clause of the sum is missing
// flags: -fopenmp
// packages: libomp-19-dev
#include <omp.h>
#include <stdio.h>

#ifdef GUILTY
#define SUM
#else
#define SUM reduction(+ : sum)
#endif

int main(void)
{
    int data[60], max = 0;
    long sum = 0;
    for (int i = 0; i < 60; i++) data[i] = i * 37 % 61;
#pragma omp parallel for num_threads(3) schedule(static) SUM reduction(max : max)
    for (int i = 0; i < 60; i++) {
        sum += data[i];
        if (data[i] > max) max = data[i];
    }
    printf("sum %ld max %d\n", sum, max);
    return max != 60;
}
