// A thread keeps the time in a struct that main reads without a lock.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static struct timespec now;

static void *tick(void *arg)
{
    clock_gettime(CLOCK_MONOTONIC, &now); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, tick, NULL);
    long seconds = now.tv_sec; // RACE
    pthread_join(t, NULL);
    printf("%s\n", seconds >= 0 ? "fine" : "odd");
    return 0;
}
