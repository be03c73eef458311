// Detached threads count themselves down at their end, the main thread waits for the last one.
// guilty: race: a thread stores its result after it has counted itself down
#include <pthread.h>
#include <stdio.h>

#define N 4
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int running = N;
static int result[N], id[N];

static void count_down(void)
{
    pthread_mutex_lock(&mutex);
    if (--running == 0)
        pthread_cond_signal(&all_done);
    pthread_mutex_unlock(&mutex);
}

static void *work(void *arg)
{
    int me = *(int *)arg;
#ifdef GUILTY
    count_down();
    result[me] = me * me;
#else
    result[me] = me * me;
    count_down();
#endif
    return NULL;
}

int main(void)
{
    pthread_attr_t attr;
    int sum = 0;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < N; i++) {
        pthread_t t;
        id[i] = i;
        if (pthread_create(&t, &attr, work, &id[i]) != 0)
            return 1;
    }
    pthread_attr_destroy(&attr);
    pthread_mutex_lock(&mutex);
    while (running > 0)
        pthread_cond_wait(&all_done, &mutex);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < N; i++)
        sum += result[i];
    printf("%d\n", sum);
    return sum <= 14 ? 0 : 1;
}
