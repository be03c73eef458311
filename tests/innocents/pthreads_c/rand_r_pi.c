// Pi by throwing darts: every thread has a seed of its own for rand_r.
// guilty: race: all threads use one seed
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 3
#define DARTS 50
struct thrower { unsigned seed; int inside; };
static unsigned common_seed = 42;

static void *throw_darts(void *arg)
{
    struct thrower *me = arg;
#ifdef GUILTY
    unsigned *seed = &common_seed;
#else
    unsigned *seed = &me->seed;
#endif
    for (int i = 0; i < DARTS; i++) {
        double x = rand_r(seed) / (double)RAND_MAX;
        double y = rand_r(seed) / (double)RAND_MAX;
        me->inside += x * x + y * y <= 1.0;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    struct thrower throwers[THREADS];
    int inside = 0;
    for (int i = 0; i < THREADS; i++) {
        throwers[i] = (struct thrower){ common_seed + i, 0 };
        if (pthread_create(&t[i], NULL, throw_darts, &throwers[i]))
            exit(1);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
        inside += throwers[i].inside;
    }
    printf("about %.2f\n", 4.0 * inside / (THREADS * DARTS));
    return inside > 0 && inside <= THREADS * DARTS ? 0 : 1;
}
