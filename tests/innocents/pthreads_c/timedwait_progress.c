// The main thread shows the progress of a worker, waiting at most 10 ms at a time for it to change.
// guilty: race: the progress is printed from the shared variable after the unlock
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int progress, done;

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 1; i <= 5; i++) {
        struct timespec pause = { 0, 500000 };
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&mutex);
        progress = i * 20;
        done = i == 5;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int last = 0, finished = 0;
    pthread_create(&t, NULL, worker, NULL);
    while (!finished) {
        struct timespec limit;
        int rc = 0, now;
        clock_gettime(CLOCK_REALTIME, &limit);
        limit.tv_nsec += 10000000;
        if (limit.tv_nsec >= 1000000000) {
            limit.tv_sec++;
            limit.tv_nsec -= 1000000000;
        }
        pthread_mutex_lock(&mutex);
        while (progress == last && rc != ETIMEDOUT)
            rc = pthread_cond_timedwait(&changed, &mutex, &limit);
        now = last = progress;
        finished = done;
        pthread_mutex_unlock(&mutex);
#ifdef GUILTY
        now = progress;
#endif
        printf("%d%%%s\n", now, rc == ETIMEDOUT ? " (waiting)" : "");
    }
    pthread_join(t, NULL);
    return progress == 100 ? 0 : 1;
}
