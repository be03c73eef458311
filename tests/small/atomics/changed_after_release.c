// A buffer is published with release and then corrected.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int buffer[2];
static atomic_int length;

static void *fill(void *arg)
{
    buffer[0] = 1;
    buffer[1] = 2;
    atomic_store_explicit(&length, 2, memory_order_release);
    buffer[0] = 3; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    while (atomic_load_explicit(&length, memory_order_acquire) < 2)
        usleep(300);
    int first = buffer[0]; // RACE
    pthread_join(t, NULL);
    printf("%d\n", first);
    return 0;
}
