// Double buffering: after each round the thread that the barrier calls serial swaps the two buffers.
// guilty: race: the others do not wait for the swap at a second barrier
#include <pthread.h>
#include <stdio.h>

#define THREADS 3
#define ROUNDS 4
static int a[THREADS] = { 1, 1, 1 }, b[THREADS];
static int *front = a, *back = b;
static pthread_barrier_t round_end;

static void *run(void *arg)
{
    int me = *(int *)arg;
    for (int r = 0; r < ROUNDS; r++) {
        back[me] = front[me] + front[(me + 1) % THREADS];
        if (pthread_barrier_wait(&round_end) == PTHREAD_BARRIER_SERIAL_THREAD) {
            int *t = front;
            front = back;
            back = t;
        }
#ifndef GUILTY
        pthread_barrier_wait(&round_end);
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    int id[THREADS];
    pthread_barrier_init(&round_end, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        id[i] = i;
        pthread_create(&t[i], NULL, run, &id[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&round_end);
    printf("%d %d %d\n", front[0], front[1], front[2]);
    return front[0] > 0 ? 0 : 1;
}
