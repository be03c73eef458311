// Two flags of one word are set by two threads, each with a lock of its own.
#include <pthread.h>
#include <stdio.h>

static struct { unsigned dirty : 1; unsigned busy : 1; unsigned level : 6; } state;
static pthread_mutex_t dirty_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;

static void *soil(void *arg)
{
    pthread_mutex_lock(&dirty_lock);
    state.dirty = 1; // RACE
    pthread_mutex_unlock(&dirty_lock);
    return arg;
}

static void *begin(void *arg)
{
    pthread_mutex_lock(&busy_lock);
    state.busy = 1; // RACE
    pthread_mutex_unlock(&busy_lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, soil, NULL);
    pthread_create(&b, NULL, begin, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", state.level);
    return 0;
}
