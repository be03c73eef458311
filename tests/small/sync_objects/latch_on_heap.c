// A latch of mutex and condition that whoever counts it down last frees, all under the mutex.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct latch { pthread_mutex_t lock; pthread_cond_t open; int count, users; };

static void leave(struct latch *l)
{
    int last = --l->users == 0;
    pthread_mutex_unlock(&l->lock);
    if (last) {
        pthread_cond_destroy(&l->open);
        pthread_mutex_destroy(&l->lock);
        free(l);
    }
}
static void *work(void *arg)
{
    struct latch *l = arg;
    pthread_mutex_lock(&l->lock);
    if (--l->count == 0)
        pthread_cond_broadcast(&l->open);
    leave(l);
    return NULL;
}
int main(void)
{
    for (int round = 0; round < 2; round++) {
        pthread_t t[2];
        struct latch *l = malloc(sizeof *l);
        pthread_mutex_init(&l->lock, NULL);
        pthread_cond_init(&l->open, NULL);
        l->count = 2;
        l->users = 3;
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, work, l);
        pthread_mutex_lock(&l->lock);
        while (l->count)
            pthread_cond_wait(&l->open, &l->lock);
        leave(l);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
    }
    puts("open");
    return 0;
}
