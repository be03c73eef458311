// Cells come from an arena with a list of its own, and the arena is one allocation.
// guilty: race: a cell is given back without the lock
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct cell { struct cell *next; int value; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *unused;

static struct cell *get(void)
{
    pthread_mutex_lock(&lock);
    struct cell *c = unused;
    if (c) unused = c->next;
    pthread_mutex_unlock(&lock);
    return c;
}

static void put(struct cell *c)
{
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    c->next = unused;
    unused = c;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
}

static void *client(void *arg)
{
    for (int i = 0; i < 4; i++) {
        struct cell *c = get();
        if (!c) continue;
        c->value = i;
        *(int *)arg += c->value;
        put(c);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int sums[2] = {0, 0};
    struct cell *arena = malloc(3 * sizeof *arena);
    for (int i = 0; i < 3; i++) put(&arena[i]);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, client, &sums[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d %d\n", sums[0], sums[1]);
    free(arena);
    return sums[0] == 6 && sums[1] == 6 ? 0 : 1;
}
