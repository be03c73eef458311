// A thread writes only if it got the write lock.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version = 1;

static void *renew(void *arg)
{
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        version++;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, renew, NULL);
    pthread_create(&b, NULL, renew, NULL);
    pthread_rwlock_rdlock(&lock);
    int seen = version;
    pthread_rwlock_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", seen >= 1 && seen <= 3 ? "fine" : "odd");
    return 0;
}
