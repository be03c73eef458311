// Slots of a table are taken and given back with the next generation in their upper bits.
// guilty: race: they are given back without the lock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned unused[2] = {0, 1};
static int left = 2;

static unsigned take(void)
{
    pthread_mutex_lock(&lock);
    const unsigned slot = unused[--left];
    pthread_mutex_unlock(&lock);
    return slot;
}

static void give_back(unsigned slot)
{
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    unused[left++] = slot;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
}

static void *work(void *arg)
{
    for (int i = 0; i < 3; i++) {
        const unsigned slot = take();
        give_back(slot + 256);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%u\n", unused[0] / 256 + unused[1] / 256);
    return 0;
}
