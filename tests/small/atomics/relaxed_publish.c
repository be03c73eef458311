// Data are published with a relaxed store.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int ready;
static int data;

static void *publish(void *arg)
{
    data = 8; // RACE
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, publish, NULL);
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        usleep(300);
    int seen = data; // RACE
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return 0;
}
