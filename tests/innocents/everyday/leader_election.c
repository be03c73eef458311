// Three nodes elect a leader: the first to register is it, the others follow.
// guilty: atomicity: a node looks whether there is a leader and registers in two separate steps
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define NODES 3
#define NOBODY (-1)
static atomic_int leader = NOBODY;
static atomic_int leaders_claiming;

static int try_to_lead(int me)
{
#ifdef GUILTY
    if (atomic_load(&leader) != NOBODY) return 0;
    atomic_store(&leader, me);
    return 1;
#else
    int expected = NOBODY;
    return atomic_compare_exchange_strong(&leader, &expected, me);
#endif
}

static void *node(void *arg)
{
    int me = *(int *)arg;
    if (try_to_lead(me))
        atomic_fetch_add(&leaders_claiming, 1);
    else
        printf("node %d follows %d\n", me, atomic_load(&leader));
    return NULL;
}

int main(void)
{
    pthread_t t[NODES];
    int ids[NODES] = {10, 11, 12};
    for (int i = 0; i < NODES; i++) pthread_create(&t[i], NULL, node, &ids[i]);
    for (int i = 0; i < NODES; i++) pthread_join(t[i], NULL);
    printf("%d leads\n", atomic_load(&leader));
    return atomic_load(&leaders_claiming) != 1;
}
