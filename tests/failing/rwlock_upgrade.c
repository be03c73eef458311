// Two readers both want to become writers without letting go first.
// shows: deadlock, hang
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;
static int version;

static void *renew(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    int seen = version;
    pthread_barrier_wait(&both);
    if (seen == 0) {
        pthread_rwlock_wrlock(&lock); // HERE
        version++;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, renew, NULL);
    pthread_create(&b, NULL, renew, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", version);
    return 0;
}
