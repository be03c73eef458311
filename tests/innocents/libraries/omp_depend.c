// OpenMP: tasks ordered by their dependences: load, then two users, then the report.
// guilty: race: the second user does not depend on the loading
// missed: a library that was not recorded may order it
// flags: -fopenmp
// packages: libomp-19-dev
#include <stdio.h>

#ifdef GUILTY
#define NEEDS_DATA
#else
#define NEEDS_DATA depend(in : data)
#endif

int main(void)
{
    int data[8] = {1, 1, 1, 1, 1, 1, 1, 1}, sum = 0, product = 1;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task shared(data) depend(out : data)
        for (int i = 0; i < 8; i++) data[i] = i + 1;
#pragma omp task shared(data, sum) depend(in : data) depend(out : sum)
        for (int i = 0; i < 8; i++) sum += data[i];
#pragma omp task shared(data, product) NEEDS_DATA depend(out : product)
        for (int i = 0; i < 8; i++) product *= data[i];
#pragma omp task shared(sum, product) depend(in : sum) depend(in : product)
        printf("sum %d, product %d\n", sum, product);
    }
    return sum != 36;
}
