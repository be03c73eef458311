// One thread locks, the other one unlocks: a mutex in the place of a semaphore.
// shows: misuse
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *make(void *arg)
{
    ready = 1;
    pthread_mutex_unlock(&turn); // HERE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&turn);
    pthread_create(&t, NULL, make, NULL);
    pthread_mutex_lock(&turn);
    printf("%d\n", ready);
    pthread_mutex_unlock(&turn);
    pthread_join(t, NULL);
    return 0;
}
