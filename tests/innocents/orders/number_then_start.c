// A worker expects that its number has been set when it begins.
// guilty: failure: it is set when the worker has been started
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int number;

static void *work(void *arg)
{
    assert(atomic_load(&number) > 0);
    return arg;
}

int main(void)
{
    pthread_t worker;
#ifndef GUILTY
    atomic_store(&number, 7);
#endif
    pthread_create(&worker, NULL, work, NULL);
#ifdef GUILTY
    atomic_store(&number, 7);
#endif
    pthread_join(worker, NULL);
    puts("started");
    return 0;
}
