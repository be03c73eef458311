// A watchdog looks every few milliseconds whether a worker has given a sign of life.
// guilty: race: the worker's sign of life is written without the lock
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopped = PTHREAD_COND_INITIALIZER;
static int heartbeat;
static bool done;

static void *watchdog(void *arg)
{
    int *checks = arg, last = -1;
    pthread_mutex_lock(&lock);
    while (!done) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 2000000;
        if (until.tv_nsec >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
        if (heartbeat == last) puts("no sign of life");
        last = heartbeat;
        ++*checks;
        pthread_cond_timedwait(&stopped, &lock, &until);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void beat(void)
{
#ifdef GUILTY
    heartbeat++;
#else
    pthread_mutex_lock(&lock);
    heartbeat++;
    pthread_mutex_unlock(&lock);
#endif
}

int main(void)
{
    pthread_t dog;
    int checks = 0;
    pthread_create(&dog, NULL, watchdog, &checks);
    for (int i = 0; i < 5; i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);   // some work
        beat();
    }
    pthread_mutex_lock(&lock);
    done = true;
    pthread_cond_signal(&stopped);
    pthread_mutex_unlock(&lock);
    pthread_join(dog, NULL);
    printf("%d beats, %d checks\n", heartbeat, checks);
    return heartbeat != 5;
}
