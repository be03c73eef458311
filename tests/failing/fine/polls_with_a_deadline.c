// A thread looks at a flag that nobody sets, and gives up when its time is over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *poll_flag(void *arg)
{
    const double end = now() + 2.5;
    while (!atomic_load(&ready) && now() < end)
        usleep(500);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, poll_flag, NULL);
    pthread_join(t, NULL);
    puts("gave up");
    return 0;
}
