// A counter of hits is raised under the read lock.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[2] = { 10, 20 };
static int hits;

static void *look_up(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    hits++; // RACE
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
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%s\n", hits > 0 ? "fine" : "lost");
    return 0;
}
