// The mutex lies in memory that holds what was there before.
// shows: misuse
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    long value;
    pthread_mutex_t lock;
};

static void *add(void *arg)
{
    struct counter *c = arg;
    pthread_mutex_trylock(&c->lock); // HERE
    c->value++;
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct counter *c = malloc(sizeof *c);
    memset(c, 0x5a, sizeof *c);
    c->value = 0;
    pthread_create(&t, NULL, add, c);
    pthread_join(t, NULL);
    printf("%ld\n", c->value);
    free(c);
    return 0;
}
