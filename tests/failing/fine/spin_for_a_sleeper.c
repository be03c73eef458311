// A thread spins on a flag that another one sets after it has slept for two seconds.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int ready;

static void *spin(void *arg)
{
    while (!atomic_load(&ready))
        sched_yield();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    sleep(2);
    atomic_store(&ready, 1);
    pthread_join(t, NULL);
    puts("ready");
    return 0;
}
