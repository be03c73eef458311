// Nodes are pushed on a lock-free stack with compare-and-exchange; the collector takes the whole stack at once.
// guilty: race: the push is relaxed, so that the content of the node is not published with it
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
static _Atomic(struct node *) top;

#ifdef GUILTY
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_release
#endif

static void push(int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, ORDER, memory_order_relaxed))
        continue;
}

static int collect(void)
{
    struct node *n = atomic_exchange_explicit(&top, NULL, memory_order_acquire);
    int sum = 0;
    for (struct node *next; n; n = next) {
        next = n->next;
        sum += n->value;
        free(n);
    }
    return sum;
}

static void *pusher(void *arg)
{
    for (int i = 0; i < 5; i++)
        push(7);
    return arg;
}

static void *collector(void *arg)
{
    *(int *)arg = collect() + collect();
    return NULL;
}

int main(void)
{
    int sum;
    pthread_t t[2];
    pthread_create(&t[0], NULL, pusher, NULL);
    pthread_create(&t[1], NULL, collector, &sum);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return printf("%d\n", sum += collect()) != 3 || sum != 35;
}
