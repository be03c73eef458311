// A graph with a lock per node: connecting two nodes locks both, the one with the lower index first.
// guilty: race: only the node with the lower index is locked
#include <pthread.h>
#include <stdio.h>

#define NODES 5
struct node {
    pthread_mutex_t lock;
    int degree;
    int neighbours[16];
};
static struct node graph[NODES];

static void connect(int a, int b)
{
    struct node *x = &graph[a < b ? a : b], *y = &graph[a < b ? b : a];
    pthread_mutex_lock(&x->lock);
#ifndef GUILTY
    pthread_mutex_lock(&y->lock);
#endif
    x->neighbours[x->degree] = (int)(y - graph);
    y->neighbours[y->degree] = (int)(x - graph);
    x->degree++;
    y->degree++;
#ifndef GUILTY
    pthread_mutex_unlock(&y->lock);
#endif
    pthread_mutex_unlock(&x->lock);
}

static void *clockwise(void *arg)
{
    for (int i = 0; i < NODES; i++) connect(i, (i + 1) % NODES);
    return arg;
}

static void *crosswise(void *arg)
{
    for (int i = 2; i < NODES + 2; i++) connect((i + 2) % NODES, i % NODES);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < NODES; i++) pthread_mutex_init(&graph[i].lock, NULL);
    pthread_create(&a, NULL, clockwise, NULL);
    pthread_create(&b, NULL, crosswise, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < NODES; i++) printf("node %d: degree %d\n", i, graph[i].degree);
    return graph[0].degree != 4;
}
