// A thread walks down a tree that is a circle, and runs out of stack.
// shows: failure
#include <pthread.h>
#include <stdio.h>

struct node { struct node *parent; int weight; };
static struct node a, b = { &a, 2 };

static int weight(struct node *n)
{
    volatile char path[256];
    path[0] = (char)n->weight;
    return n->parent ? path[0] + weight(n->parent) : path[0]; // HERE
}

static void *measure(void *arg)
{
    *(int *)arg = weight(&a);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_attr_t small;
    int w = 0;
    a.parent = &b;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 128 * 1024);
    pthread_create(&t, &small, measure, &w);
    pthread_join(t, NULL);
    printf("%d\n", w);
    return 0;
}
