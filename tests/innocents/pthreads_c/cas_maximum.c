// The maximum of all measurements is kept in an atomic that is raised with compare-and-exchange.
// guilty: atomicity: it is compared with one load and then stored, so that a larger value can be overwritten
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int maximum;

static void measure(int v)
{
#ifdef GUILTY
    if (v > atomic_load(&maximum))
        atomic_store(&maximum, v);
#else
    int seen = atomic_load(&maximum);
    while (v > seen && !atomic_compare_exchange_weak(&maximum, &seen, v))
        ;
#endif
}

static void *probe(void *arg)
{
    int *v = arg;
    for (int i = 0; i < 6; i++)
        measure(v[i]);
    return NULL;
}

int main(void)
{
    int values[2][6] = { { 3, 14, 15, 92, 65, 35 }, { 27, 18, 28, 91, 84, 59 } };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, probe, values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("maximum %d\n", atomic_load(&maximum));
    return atomic_load(&maximum) == 92 ? 0 : 1;
}
