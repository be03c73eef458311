// Hits and misses are counted under one lock, each in a section of its own.
// guilty: race: misses are counted without the lock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses;

static void *client(void *arg)
{
    for (int i = 0; i < 6; i++) {
        pthread_mutex_lock(&lock);
        hits++;
        pthread_mutex_unlock(&lock);
        if (i % 5) continue;
#ifndef GUILTY
        pthread_mutex_lock(&lock);
#endif
        misses++;
#ifndef GUILTY
        pthread_mutex_unlock(&lock);
#endif
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, client, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d hits, %d misses\n", hits, misses);
    return hits == 12 && misses == 4 ? 0 : 1;
}
