// Three philosophers and three forks; the last one reaches for the forks the other way round.
// guilty: deadlock: all of them take the left fork first
#include <pthread.h>
#include <stdio.h>

#define N 3
static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int eaten[N];

static void *dine(void *arg)
{
    int me = *(int *)arg, first = me, second = (me + 1) % N;
#ifndef GUILTY
    if (me == N - 1) { first = 0; second = me; }
#endif
    for (int meal = 0; meal < 2; meal++) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        eaten[me]++;
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int ids[N] = {0, 1, 2};
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, dine, &ids[i]);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    printf("%d %d %d\n", eaten[0], eaten[1], eaten[2]);
    return eaten[0] + eaten[1] + eaten[2] != 2 * N;
}
