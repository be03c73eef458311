// A counter of hits is raised under the read lock, as an atomic.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[2] = { 10, 20 };
static atomic_int hits;

static void *look_up(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    int value = table[*(int *)arg];
    pthread_rwlock_unlock(&lock);
    return value > 0 ? NULL : arg;
}

int main(void)
{
    pthread_t t[2];
    int key[2] = { 0, 1 };
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, look_up, &key[i]);
    pthread_rwlock_wrlock(&lock);
    table[0] = 11;
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", atomic_load(&hits));
    return atomic_load(&hits) == 2 ? 0 : 1;
}
