// A thread writes whether or not it got the write lock.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version;

static void *renew(void *arg)
{
    int got = pthread_rwlock_trywrlock(&lock) == 0;
    version = 2; // RACE
    if (got)
        pthread_rwlock_unlock(&lock);
    return arg;
}

static void *look(void *arg)
{
    int *seen = arg;
    *seen = version; // RACE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int seen;
    pthread_create(&a, NULL, renew, NULL);
    pthread_create(&b, NULL, look, &seen);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", seen <= 2 ? "fine" : "odd");
    return 0;
}
