// An entry moves to another bucket under the lock of the old bucket only.
#include <pthread.h>
#include <stdio.h>

static struct { pthread_mutex_t lock; int entries; } bucket[2] = {
    { PTHREAD_MUTEX_INITIALIZER, 5 }, { PTHREAD_MUTEX_INITIALIZER, 5 } };

static void *move(void *arg)
{
    pthread_mutex_lock(&bucket[0].lock);
    bucket[0].entries--;
    bucket[1].entries++; // RACE
    pthread_mutex_unlock(&bucket[0].lock);
    return arg;
}

static void *insert(void *arg)
{
    pthread_mutex_lock(&bucket[1].lock);
    bucket[1].entries++; // RACE
    pthread_mutex_unlock(&bucket[1].lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, move, NULL);
    pthread_create(&b, NULL, insert, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", bucket[0].entries);
    return 0;
}
