// Callbacks with a context on the heap; removing one waits for the mutex under which it is called.
// guilty: uaf, race: the callback is called after the unlock, and its context may be freed by then
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct context { int factor; int calls; };
struct callback { int (*function)(struct context *, int); struct context *context; };

static struct callback registered;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int scale(struct context *c, int v)
{
    c->calls++;
    return c->factor * v;
}

static void *event(void *arg)
{
    pthread_mutex_lock(&mutex);
    struct callback cb = registered;
#ifdef GUILTY
    pthread_mutex_unlock(&mutex);
#endif
    if (cb.function)
        *(int *)arg = cb.function(cb.context, 6);
#ifndef GUILTY
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

static void unregister(void)
{
    pthread_mutex_lock(&mutex);
    free(registered.context);
    registered = (struct callback){ NULL, NULL };
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    pthread_t t;
    int result = 0;
    registered.context = calloc(1, sizeof *registered.context);
    registered.context->factor = 7;
    registered.function = scale;
    pthread_create(&t, NULL, event, &result);
    usleep(2000);
    unregister();
    pthread_join(t, NULL);
    printf("result %d\n", result);
    return result == 42 || result == 0 ? 0 : 1;
}
