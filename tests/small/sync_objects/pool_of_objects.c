// Objects with a mutex in them come from a pool and go back to it; the mutex is made anew each time.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct object { struct object *next; pthread_mutex_t lock; int value; };
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *pool;

static struct object *get(void)
{
    pthread_mutex_lock(&pool_lock);
    struct object *o = pool;
    if (o)
        pool = o->next;
    pthread_mutex_unlock(&pool_lock);
    if (!o)
        o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->value = 0;
    return o;
}
static void put(struct object *o)
{
    pthread_mutex_destroy(&o->lock);
    pthread_mutex_lock(&pool_lock);
    o->next = pool;
    pool = o;
    pthread_mutex_unlock(&pool_lock);
}
static void *work(void *arg)
{
    for (int i = 0; i < 4; i++) {
        struct object *o = get();
        pthread_mutex_lock(&o->lock);
        o->value++;
        pthread_mutex_unlock(&o->lock);
        put(o);
    }
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    int n = 0;
    while (pool) {
        struct object *o = pool;
        pool = o->next;
        free(o);
        n++;
    }
    printf("%s\n", n > 0 ? "fine" : "odd");
    return 0;
}
