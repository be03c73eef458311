// The settings are published before the thread that uses them is started.
// guilty: failure, null: they are published behind that
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct settings { int size; };
static _Atomic(struct settings *) settings;

static void *work(void *arg)
{
    struct settings *now = atomic_load(&settings);
    *(int *)arg = now->size;
    return NULL;
}

static void publish(void)
{
    struct settings *made = malloc(sizeof *made);
    made->size = 3;
    atomic_store(&settings, made);
}

int main(void)
{
    pthread_t worker;
    int size = 0;
#ifndef GUILTY
    publish();
#endif
    pthread_create(&worker, NULL, work, &size);
#ifdef GUILTY
    publish();
#endif
    pthread_join(worker, NULL);
    free(atomic_load(&settings));
    printf("%d\n", size);
    return 0;
}
