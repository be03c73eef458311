// Each thread spins on volatile counters of its own; the results are read after the join.
// guilty: race: the main thread looks at the volatile counters before the join
#include <pthread.h>
#include <stdio.h>

static volatile int counters[2][2];

static void *spin(void *arg)
{
    volatile int *mine = arg;
    for (int i = 0; i < 20; i++) {
        mine[0]++;
        if (mine[0] % 2) mine[1] += mine[0];
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, spin, (void *)counters[i]);
#ifdef GUILTY
    printf("so far %d %d\n", counters[0][0], counters[1][0]);
#endif
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d %d\n", counters[0][1], counters[1][1]);
    return counters[0][1] != 100 || counters[1][1] != 100;
}
