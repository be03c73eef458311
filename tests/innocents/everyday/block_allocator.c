// An allocator of fixed blocks with a free list under a lock.
// guilty: race: freeing a block links it in without the lock
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define BLOCKS 16
union block { union block *next; char bytes[32]; };
static union block memory[BLOCKS];
static union block *free_list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *block_alloc(void)
{
    pthread_mutex_lock(&lock);
    union block *b = free_list;
    if (b) free_list = b->next;
    pthread_mutex_unlock(&lock);
    return b;
}

static void block_free(void *p)
{
    union block *b = p;
#ifdef GUILTY
    b->next = free_list;
    free_list = b;
#else
    pthread_mutex_lock(&lock);
    b->next = free_list;
    free_list = b;
    pthread_mutex_unlock(&lock);
#endif
}

static void *user(void *arg)
{
    int *sum = arg;
    for (int i = 0; i < 6; i++) {
        char *a = block_alloc(), *b = block_alloc();
        if (!a || !b) return NULL;
        snprintf(a, 32, "%d", i);
        memset(b, i, 32);
        *sum += a[0] - '0' + b[31];
        block_free(a);
        block_free(b);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int sums[2] = {0, 0};
    for (int i = 0; i < BLOCKS; i++) block_free(&memory[i]);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, &sums[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d %d\n", sums[0], sums[1]);
    return sums[0] != 30 || sums[1] != 30;
}
