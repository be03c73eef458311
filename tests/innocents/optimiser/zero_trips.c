// A loop adds to a global sum; for one of the threads the loop has nothing to do.
// guilty: race: both threads have something to add
#include <pthread.h>
#include <stdio.h>

static int weight = 3, weighted_sum;

struct list { const int *values; int n; };

static void *add_up(void *arg)
{
    const struct list *l = arg;
    for (int i = 0; i < l->n; i++)
        weighted_sum += weight * l->values[i];
    return NULL;
}

int main(void)
{
    static const int values[] = {1, 2, 3, 4};
#ifdef GUILTY
    struct list lists[2] = {{values, 4}, {values, 1}};
#else
    struct list lists[2] = {{values, 4}, {values, 0}};
#endif
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add_up, &lists[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d\n", weighted_sum);
    return weighted_sum < 30;
}
