// A sorted table is searched with bsearch under a read lock; insertion shifts it with memmove under a write lock.
// guilty: race: insert() works without the lock
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int table[32] = { 10, 20, 30, 40 };
static size_t used = 4;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int contains(int key)
{
    pthread_rwlock_rdlock(&lock);
    int found = bsearch(&key, table, used, sizeof key, compare) != NULL;
    pthread_rwlock_unlock(&lock);
    return found;
}

static void insert(int key)
{
    size_t i = 0;
#ifndef GUILTY
    pthread_rwlock_wrlock(&lock);
#endif
    while (i < used && table[i] < key)
        i++;
    memmove(&table[i + 1], &table[i], (used - i) * sizeof key);
    table[i] = key;
    used++;
#ifndef GUILTY
    pthread_rwlock_unlock(&lock);
#endif
}

static void *searcher(void *arg)
{
    for (int i = 0; i < 6; i++)
        *(int *)arg += contains(10);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int hits = 0;
    pthread_create(&t, NULL, searcher, &hits);
    for (int i = 0; i < 6; i++)
        insert(15 + 7 * i);
    pthread_join(t, NULL);
    printf("%d hits, %zu entries\n", hits, used);
    return hits == 6 && contains(50) ? 0 : 1;
}
