// A reader gives the lock back twice.
// shows: misuse
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value = 3;

static void *look(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    *(int *)arg = value;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock); // HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, look, &seen);
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return 0;
}
