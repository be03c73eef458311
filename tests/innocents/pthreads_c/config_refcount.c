// A configuration is replaced while it is in use: users hold a counted reference that they take under the mutex.
// guilty: uaf, race: the reference is not counted, so that the replacement frees it under the user
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct config { int refs; int limit; };

static struct config *current;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *make(int limit)
{
    struct config *c = malloc(sizeof *c);
    *c = (struct config){ 1, limit };
    return c;
}

static void put(struct config *c)
{
    pthread_mutex_lock(&mutex);
    int left = --c->refs;
    pthread_mutex_unlock(&mutex);
    if (left == 0)
        free(c);
}

static void *user(void *arg)
{
    pthread_mutex_lock(&mutex);
    struct config *c = current;
#ifndef GUILTY
    c->refs++;
#endif
    pthread_mutex_unlock(&mutex);
    *(int *)arg = c->limit;
#ifndef GUILTY
    put(c);
#endif
    return NULL;
}

int main(void)
{
    pthread_t t;
    int limit = 0;
    current = make(10);
    pthread_create(&t, NULL, user, &limit);
    usleep(2000);
    pthread_mutex_lock(&mutex);
    struct config *old = current;
    current = make(20);
    pthread_mutex_unlock(&mutex);
    put(old);
    pthread_join(t, NULL);
    printf("limit %d\n", limit);
    free(current);
    return limit == 10 || limit == 20 ? 0 : 1;
}
