// Objects have no lock of their own: a lock is chosen from a small array by the object's address.
// guilty: race: the lock is chosen by the kind of the event instead
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCKS 4
static pthread_mutex_t locks[LOCKS];

struct counter { long calls, hits; };

static pthread_mutex_t *lock_for(const void *p)
{
    return &locks[((uintptr_t)p >> 5) % LOCKS];
}

static void hit(struct counter *c, int ok)
{
#ifdef GUILTY
    pthread_mutex_t *m = lock_for((void *)(uintptr_t)(ok << 5));
#else
    pthread_mutex_t *m = lock_for(c);
#endif
    pthread_mutex_lock(m);
    c->calls++;
    c->hits += ok;
    pthread_mutex_unlock(m);
}

static struct counter *counters[3];

static void *worker(void *arg)
{
    int me = *(int *)arg;
    for (int i = 0; i < 12; i++)
        hit(counters[i % 3], (i + me) % 2);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int id[2] = { 0, 1 };
    long sum = 0;
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&locks[i], NULL);
    for (int i = 0; i < 3; i++)
        counters[i] = calloc(1, sizeof *counters[i]);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 3; i++) {
        sum += counters[i]->calls;
        free(counters[i]);
    }
    printf("%ld\n", sum);
    return sum == 24 ? 0 : 1;
}
