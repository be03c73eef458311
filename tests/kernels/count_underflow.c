// Two threads give up a reference with a plain decrement, so that the count goes wrong.
// names: race, uaf, double-free, atomicity
// effect: freed, free(), output, Aborted, heap
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct page {
    int references;
    int mapped;
    char data[48];
};

static int freed;
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;

static void unmap(struct page *p)
{
    pthread_mutex_lock(&map_lock);
    p->mapped--;
    pthread_mutex_unlock(&map_lock);
}

static void put_page(struct page *p)
{
    int left = --p->references; // HERE
    if (left == 0) {
        __atomic_add_fetch(&freed, 1, __ATOMIC_RELAXED);
        free(p);
    }
}

static void *user(void *arg)
{
    struct page *p = arg;
    unmap(p);
    put_page(p);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct page *p = calloc(1, sizeof *p);
    p->references = 2;
    p->mapped = 2;
    pthread_create(&a, NULL, user, p);
    pthread_create(&b, NULL, user, p);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("freed %d times\n", freed);
    return 0;
}
