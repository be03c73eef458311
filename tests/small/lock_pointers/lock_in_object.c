// Objects on the heap carry their lock; two threads work on both objects.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct object { pthread_mutex_t *lock; pthread_mutex_t own; int value; };

static void *work(void *arg)
{
    struct object **o = arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(o[i]->lock);
        o[i]->value += i + 1;
        pthread_mutex_unlock(o[i]->lock);
    }
    return NULL;
}

int main(void)
{
    struct object *o[2];
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        o[i] = calloc(1, sizeof *o[i]);
        pthread_mutex_init(&o[i]->own, NULL);
        o[i]->lock = &o[i]->own;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, o);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d %d\n", o[0]->value, o[1]->value);
    int good = o[0]->value == 2 && o[1]->value == 4;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_destroy(&o[i]->own);
        free(o[i]);
    }
    return good ? 0 : 1;
}
