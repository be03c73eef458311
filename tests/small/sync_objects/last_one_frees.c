// Whoever gives up the last reference destroys the mutex that counted them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct object { pthread_mutex_t lock; int references; int value; };

static void drop(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    int last = --o->references == 0;
    pthread_mutex_unlock(&o->lock);
    if (last) {
        pthread_mutex_destroy(&o->lock);
        free(o);
    }
}

static void *use(void *arg)
{
    struct object *o = arg;
    pthread_mutex_lock(&o->lock);
    o->value++;
    pthread_mutex_unlock(&o->lock);
    drop(o);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->references = 2;
    pthread_create(&a, NULL, use, o);
    pthread_create(&b, NULL, use, o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("freed");
    return 0;
}
