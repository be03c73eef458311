// Main tells the worker to stop with a plain flag and returns without waiting for it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int stop;

static void *poll_things(void *arg)
{
    while (!stop) // RACE
        usleep(500);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, poll_things, NULL);
    usleep(2000);
    puts("enough");
    stop = 1; // RACE
    return 0;
}
