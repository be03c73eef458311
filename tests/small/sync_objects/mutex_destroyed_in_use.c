// Main destroys a mutex that a thread may still lock.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock;
static int n;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock); // RACE
    n++;
    pthread_mutex_unlock(&lock); // RACE maybe
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&t, NULL, work, NULL);
    usleep(3000);
    pthread_mutex_destroy(&lock); // RACE
    pthread_join(t, NULL);
    printf("%d\n", n);
    return 0;
}
