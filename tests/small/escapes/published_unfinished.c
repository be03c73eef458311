// A pointer to a record is published before the record is filled.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct record { int key, value; };
static struct record *_Atomic current;

static void *publish(void *arg)
{
    struct record *r = calloc(1, sizeof *r);
    r->key = 1;
    atomic_store(&current, r);
    r->value = 2; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    struct record *r;
    pthread_create(&t, NULL, publish, NULL);
    while (!(r = atomic_load(&current)))
        ;
    int value = r->value; // RACE
    pthread_join(t, NULL);
    printf("%d %d\n", r->key, value);
    free(r);
    return 0;
}
