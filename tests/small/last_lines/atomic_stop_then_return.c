// Main tells the worker to stop with an atomic flag and returns without waiting for it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_bool stop;

static void *poll_things(void *arg)
{
    while (!atomic_load(&stop))
        usleep(500);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, poll_things, NULL);
    usleep(2000);
    puts("enough");
    atomic_store(&stop, 1);
    return 0;
}
