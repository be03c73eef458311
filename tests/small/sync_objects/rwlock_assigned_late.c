// A lock gets its initialiser by assignment while another thread may already take it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_rwlock_t lock;
static int n;

static void *work(void *arg)
{
    usleep(2000);
    pthread_rwlock_rdlock(&lock); // RACE
    arg = n ? arg : NULL;
    pthread_rwlock_unlock(&lock); // RACE maybe
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER; // RACE
    pthread_join(t, NULL);
    puts("done");
    return 0;
}
