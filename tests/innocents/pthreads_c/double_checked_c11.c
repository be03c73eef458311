// Double-checked initialisation: the pointer is a C11 atomic, stored with release and loaded with acquire.
// guilty: race: the first, unlocked look is a relaxed load
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct config { int verbose; char name[16]; };

static _Atomic(struct config *) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int created;

static struct config *get_config(void)
{
#ifdef GUILTY
    struct config *c = atomic_load_explicit(&instance, memory_order_relaxed);
#else
    struct config *c = atomic_load_explicit(&instance, memory_order_acquire);
#endif
    if (c == NULL) {
        pthread_mutex_lock(&mutex);
        c = atomic_load_explicit(&instance, memory_order_relaxed);
        if (c == NULL) {
            c = malloc(sizeof *c);
            c->verbose = 3;
            snprintf(c->name, sizeof c->name, "config %d", ++created);
            atomic_store_explicit(&instance, c, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    return c;
}

static void *user(void *arg)
{
    int *sum = arg;
    for (int i = 0; i < 4; i++)
        *sum += get_config()->verbose;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int sum[3] = { 0 };
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, user, &sum[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d, created %d\n", sum[0] + sum[1] + sum[2], created);
    free(atomic_load(&instance));
    return sum[0] + sum[1] + sum[2] == 36 && created == 1 ? 0 : 1;
}
