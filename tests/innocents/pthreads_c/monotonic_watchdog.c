// A watchdog waits on a condition with the monotonic clock and is told to end before it would bark.
// guilty: race: the list of feedings is appended to before the mutex is taken
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fed;
static int feedings[8], n_feedings, stop;

static void feed(int amount)
{
#ifdef GUILTY
    feedings[n_feedings++] = amount;
    pthread_mutex_lock(&mutex);
#else
    pthread_mutex_lock(&mutex);
    feedings[n_feedings++] = amount;
#endif
    stop = amount == 0;
    pthread_cond_signal(&fed);
    pthread_mutex_unlock(&mutex);
}

static void *watchdog(void *arg)
{
    int *sum = arg;
    pthread_mutex_lock(&mutex);
    for (int seen = 0; !stop || seen < n_feedings;) {
        struct timespec limit;
        int rc = 0;
        clock_gettime(CLOCK_MONOTONIC, &limit);
        limit.tv_sec += 1;
        while (seen == n_feedings && !stop && rc != ETIMEDOUT)
            rc = pthread_cond_timedwait(&fed, &mutex, &limit);
        while (seen < n_feedings)
            *sum += feedings[seen++];
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_condattr_t attr;
    pthread_t t;
    int sum = 0;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&fed, &attr);
    pthread_create(&t, NULL, watchdog, &sum);
    feed(5);
    feed(7);
    feed(0);
    pthread_join(t, NULL);
    printf("%d\n", sum);
    return sum == 12 ? 0 : 1;
}
