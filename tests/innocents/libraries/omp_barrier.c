// OpenMP: every thread writes its cell, waits at a barrier, and reads its neighbour's cell.
// guilty: race: there is no barrier
// flags: -fopenmp
// packages: libomp-19-dev
#include <omp.h>
#include <stdio.h>

#define THREADS 3

int main(void)
{
    int cells[THREADS] = {0}, sums[THREADS] = {0};
#pragma omp parallel num_threads(THREADS)
    {
        int me = omp_get_thread_num();
        for (int round = 1; round <= 4; round++) {
            cells[me] = round * (me + 1);
#ifndef GUILTY
#pragma omp barrier
#endif
            sums[me] += cells[(me + 1) % THREADS];
#pragma omp barrier
        }
    }
    printf("%d %d %d\n", sums[0], sums[1], sums[2]);
    return cells[0] != 4;
}
