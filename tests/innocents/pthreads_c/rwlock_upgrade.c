// A cache is searched under the read lock; before inserting under the write lock it is searched again.
// guilty: atomicity: there is no second search, so that one key can be inserted twice
#include <pthread.h>
#include <stdio.h>

static int keys[32], used;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int find(int key)
{
    for (int i = 0; i < used; i++)
        if (keys[i] == key)
            return i;
    return -1;
}

static void ensure(int key)
{
    pthread_rwlock_rdlock(&lock);
    int at = find(key);
    pthread_rwlock_unlock(&lock);
    if (at >= 0)
        return;
    pthread_rwlock_wrlock(&lock);
#ifndef GUILTY
    if (find(key) < 0)
#endif
        keys[used++] = key;
    pthread_rwlock_unlock(&lock);
}

static void *worker(void *arg)
{
    for (int i = 0; i < 4; i++)
        ensure(10 + i);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d keys\n", used);
    return used == 4 ? 0 : 1;
}
