// A thread spins for a while, until another one has slept for a second and sets the flag.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int stop;

static void *spin(void *arg)
{
    while (!atomic_load(&stop))
        usleep(2000);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    sleep(1);
    atomic_store(&stop, 1);
    pthread_join(t, NULL);
    puts("stopped");
    return 0;
}
