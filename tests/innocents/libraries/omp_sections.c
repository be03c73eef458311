// OpenMP: two sections prepare two tables, then a single thread combines them.
// guilty: race: nobody waits at the end of the sections
// flags: -fopenmp
// packages: libomp-19-dev
#include <stdio.h>

#ifdef GUILTY
#define END_OF_SECTIONS nowait
#else
#define END_OF_SECTIONS
#endif

int main(void)
{
    int squares[10], cubes[10], sum = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp sections END_OF_SECTIONS
        {
#pragma omp section
            for (int i = 0; i < 10; i++) squares[i] = i * i;
#pragma omp section
            for (int i = 0; i < 10; i++) cubes[i] = i * i * i;
        }
#pragma omp single
        for (int i = 0; i < 10; i++) sum += cubes[i] - squares[i];
    }
    printf("sum %d\n", sum);
    return squares[9] + cubes[9] != 810;
}
