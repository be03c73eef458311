// The object with the mutex is freed while a thread may still lock it.
// finds: uaf, race
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct object { pthread_mutex_t lock; int n; };

static void *work(void *arg)
{
    struct object *o = arg;
    pthread_mutex_lock(&o->lock); // RACE
    o->n++; // RACE maybe
    pthread_mutex_unlock(&o->lock); // RACE maybe
    return NULL;
}
int main(void)
{
    pthread_t t;
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_create(&t, NULL, work, o);
    usleep(3000);
    free(o); // RACE
    pthread_join(t, NULL);
    puts("freed");
    return 0;
}
