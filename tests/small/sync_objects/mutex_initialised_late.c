// The mutex is initialised after the thread that locks it was started.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock;
static int n;

static void *work(void *arg)
{
    usleep(2000);
    pthread_mutex_lock(&lock); // RACE
    n++;
    pthread_mutex_unlock(&lock); // RACE maybe
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_init(&lock, NULL); // RACE
    pthread_join(t, NULL);
    pthread_mutex_destroy(&lock);
    printf("%d\n", n);
    return 0;
}
