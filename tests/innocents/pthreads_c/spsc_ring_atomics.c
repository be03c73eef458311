// A ring for one producer and one consumer with C11 acquire and release on the two indices.
// guilty: race: the producer publishes its index with memory_order_relaxed
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define SIZE 8
static int slot[SIZE];
static atomic_uint head, tail;

#ifdef GUILTY
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= 20; i++) {
        unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
        while (t - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
            sched_yield();
        slot[t % SIZE] = i;
        atomic_store_explicit(&tail, t + 1, PUBLISH);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= 20; i++) {
        unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
        while (atomic_load_explicit(&tail, memory_order_acquire) == h)
            sched_yield();
        sum += slot[h % SIZE];
        atomic_store_explicit(&head, h + 1, memory_order_release);
    }
    pthread_join(t, NULL);
    printf("%d\n", sum);
    return sum == 210 ? 0 : 1;
}
