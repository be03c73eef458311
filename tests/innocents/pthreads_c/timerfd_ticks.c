// A thread reads ticks from a timerfd and publishes the count under a mutex until it is told to stop.
// guilty: race: the number of ticks is updated outside of the mutex
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t ticks;
static int stop;

static void *ticker(void *arg)
{
    int fd = *(int *)arg;
    for (;;) {
        uint64_t n;
        if (read(fd, &n, sizeof n) != sizeof n)
            return NULL;
#ifdef GUILTY
        ticks += n;
        pthread_mutex_lock(&mutex);
#else
        pthread_mutex_lock(&mutex);
        ticks += n;
#endif
        int done = stop;
        pthread_mutex_unlock(&mutex);
        if (done)
            return NULL;
    }
}

int main(void)
{
    struct itimerspec every_ms = { { 0, 1000000 }, { 0, 1000000 } };
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    pthread_t t;
    uint64_t seen = 0;
    if (fd < 0 || timerfd_settime(fd, 0, &every_ms, NULL) != 0)
        return 1;
    pthread_create(&t, NULL, ticker, &fd);
    while (seen < 3) {
        usleep(500);
        pthread_mutex_lock(&mutex);
        seen = ticks;
        if (seen >= 3)
            stop = 1;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(t, NULL);
    printf("at least %d ticks\n", ticks >= 3 ? 3 : 0);
    close(fd);
    return ticks >= 3 ? 0 : 1;
}
