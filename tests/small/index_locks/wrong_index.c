// Every slot has a lock, but one thread takes the lock of the neighbour.
#include <pthread.h>
#include <stdio.h>

#define N 4
static int slot[N];
static pthread_mutex_t lock[N] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static void *right(void *arg)
{
    pthread_mutex_lock(&lock[2]);
    slot[2] += 10; // RACE
    pthread_mutex_unlock(&lock[2]);
    return arg;
}

static void *wrong(void *arg)
{
    pthread_mutex_lock(&lock[1]);
    slot[2] += 1; // RACE
    pthread_mutex_unlock(&lock[1]);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, right, NULL);
    pthread_create(&b, NULL, wrong, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", slot[2] > 0 ? "fine" : "lost");
    return 0;
}
