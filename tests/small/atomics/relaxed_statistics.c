// Relaxed counters, read for good after the join.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_long bytes;
static atomic_int largest;

static void *receive(void *arg)
{
    int size = *(int *)arg;
    for (int i = 0; i < 3; i++)
        atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
    int seen = atomic_load_explicit(&largest, memory_order_relaxed);
    while (seen < size && !atomic_compare_exchange_weak_explicit(
               &largest, &seen, size, memory_order_relaxed, memory_order_relaxed))
        ;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int size[2] = { 10, 20 };
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, receive, &size[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%ld %d\n", atomic_load(&bytes), atomic_load(&largest));
    return atomic_load(&bytes) == 90 ? 0 : 1;
}
