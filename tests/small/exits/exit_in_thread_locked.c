// The worker ends the program; the status is kept under a mutex.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int status;

static void *finish(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    int bad = status > 100;
    pthread_mutex_unlock(&lock);
    exit(bad);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, finish, NULL);
    pthread_mutex_lock(&lock);
    status = 3;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 1;
}
