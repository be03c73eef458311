// Two threads smooth an array in rounds: a barrier after reading the old values and one after writing the new.
// guilty: race: the barrier between reading the neighbours and writing back is missing
#include <pthread.h>
#include <stdio.h>

#define N 16
#define ROUNDS 4
static int cell[N];
static pthread_barrier_t barrier;

static void *smooth(void *arg)
{
    int from = *(int *)arg, to = from + N / 2;
    int next[N];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = from; i < to; i++)
            next[i] = (cell[(i + N - 1) % N] + 2 * cell[i] + cell[(i + 1) % N]) / 4;
#ifndef GUILTY
        pthread_barrier_wait(&barrier);
#endif
        for (int i = from; i < to; i++)
            cell[i] = next[i];
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int from[2] = { 0, N / 2 };
    for (int i = 0; i < N; i++)
        cell[i] = i % 2 ? 640 : 0;
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, smooth, &from[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&barrier);
    for (int i = 0; i < N; i++)
        printf("%d ", cell[i]);
    putchar('\n');
    return cell[0] >= 0 && cell[N - 1] <= 640 ? 0 : 1;
}
