// Ticks are counted in a number that wraps around, and differences are taken from it.
// guilty: race: the last tick is kept without the lock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned ticks = 2;

static unsigned look(void)
{
    pthread_mutex_lock(&lock);
    unsigned now = ticks;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *rewind_clock(void *arg)
{
    for (int i = 0; i < 3; i++) {
        if (look() == 77) break;
#ifndef GUILTY
        pthread_mutex_lock(&lock);
#endif
        ticks -= 2;
#ifndef GUILTY
        pthread_mutex_unlock(&lock);
#endif
    }
    return arg;
}

static void *advance(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        ticks += 2;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, rewind_clock, NULL);
    pthread_create(&b, NULL, advance, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%u ticks\n", ticks);
    return ticks == 2 ? 0 : 1;
}
