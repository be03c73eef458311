// OpenMP: a histogram with one OpenMP lock per bucket.
// guilty: race: the bucket is counted after its lock was released
// flags: -fopenmp
// packages: libomp-19-dev
#include <omp.h>
#include <stdio.h>

#define BUCKETS 4

int main(void)
{
    omp_lock_t locks[BUCKETS];
    int histogram[BUCKETS] = {0};
    for (int b = 0; b < BUCKETS; b++) omp_init_lock(&locks[b]);
#pragma omp parallel for num_threads(3) schedule(static)
    for (int i = 0; i < 30; i++) {
        int b = i * i % BUCKETS;
        omp_set_lock(&locks[b]);
#ifdef GUILTY
        omp_unset_lock(&locks[b]);
        histogram[b]++;
#else
        histogram[b]++;
        omp_unset_lock(&locks[b]);
#endif
    }
    for (int b = 0; b < BUCKETS; b++) {
        printf("%d ", histogram[b]);
        omp_destroy_lock(&locks[b]);
    }
    puts("");
    return histogram[2] != 0;
}
