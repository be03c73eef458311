// OpenMP: tickets are drawn with an atomic capture, every number once.
// guilty: race: the ticket is drawn without atomic
// flags: -fopenmp
// packages: libomp-19-dev
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int next = 0, drawn[3] = {0, 0, 0};
    long sum = 0;
#pragma omp parallel num_threads(3)
    for (int i = 0; i < 8; i++) {
        int ticket;
#ifndef GUILTY
#pragma omp atomic capture
#endif
        ticket = next++;
        drawn[omp_get_thread_num()]++;
#pragma omp atomic
        sum += ticket;
    }
    printf("%d %d %d, sum %ld\n", drawn[0], drawn[1], drawn[2], sum);
    return drawn[0] != 8;
}
