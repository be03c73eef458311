// A record is filled, then published with release and read with acquire.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct record { int key, value; };
static struct record *_Atomic current;

static void *publish(void *arg)
{
    struct record *r = malloc(sizeof *r);
    r->key = 1;
    r->value = 2;
    atomic_store_explicit(&current, r, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct record *r;
    pthread_create(&t, NULL, publish, NULL);
    while (!(r = atomic_load_explicit(&current, memory_order_acquire)))
        ;
    int sum = r->key + r->value;
    pthread_join(t, NULL);
    printf("%d\n", sum);
    free(r);
    return sum == 3 ? 0 : 1;
}
