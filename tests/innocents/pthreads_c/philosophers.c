// Four dining philosophers; the last one reaches for the forks in the other order.
// guilty: deadlock: all of them take the left fork first
#include <pthread.h>
#include <stdio.h>

#define N 4
static pthread_mutex_t fork_lock[N];
static int meals[N], id[N];

static void *philosopher(void *arg)
{
    int me = *(int *)arg;
    int first = me, second = (me + 1) % N;
#ifndef GUILTY
    if (me == N - 1) {
        first = 0;
        second = N - 1;
    }
#endif
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&fork_lock[first]);
        pthread_mutex_lock(&fork_lock[second]);
        meals[me]++;
        pthread_mutex_unlock(&fork_lock[second]);
        pthread_mutex_unlock(&fork_lock[first]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int sum = 0;
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_lock[i], NULL);
    for (int i = 0; i < N; i++) {
        id[i] = i;
        pthread_create(&t[i], NULL, philosopher, &id[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], NULL);
        sum += meals[i];
    }
    printf("%d meals\n", sum);
    return sum == 2 * N ? 0 : 1;
}
