// A pool of fixed blocks with a free list; blocks are taken and given back under a mutex.
// guilty: race: the block is given back without the mutex
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define BLOCKS 8
union block { union block *next; char bytes[32]; };

static union block storage[BLOCKS], *free_list;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *pool_get(void)
{
    pthread_mutex_lock(&mutex);
    union block *b = free_list;
    free_list = b->next;
    pthread_mutex_unlock(&mutex);
    return b;
}

static void pool_put(void *p)
{
    union block *b = p;
#ifndef GUILTY
    pthread_mutex_lock(&mutex);
#endif
    b->next = free_list;
    free_list = b;
#ifndef GUILTY
    pthread_mutex_unlock(&mutex);
#endif
}

static void *user(void *arg)
{
    for (int i = 0; i < 5; i++) {
        char *p = pool_get();
        memset(p, *(char *)arg, 32);
        pool_put(p);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int left = 0;
    for (int i = 0; i < BLOCKS; i++)
        pool_put(&storage[i]);
    pthread_create(&t[0], NULL, user, "a");
    pthread_create(&t[1], NULL, user, "b");
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    for (union block *b = free_list; b && left < 100; b = b->next)
        left++;
    printf("%d blocks free\n", left);
    return left == BLOCKS ? 0 : 1;
}
