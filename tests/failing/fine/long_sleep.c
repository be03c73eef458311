// A thread sleeps for three seconds while the others wait for it at a condition and at a join.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t awake = PTHREAD_COND_INITIALIZER;
static int up;

static void *sleeper(void *arg)
{
    sleep(3);
    pthread_mutex_lock(&lock);
    up = 1;
    pthread_cond_broadcast(&awake);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!up)
        pthread_cond_wait(&awake, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sleeper, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    puts("all up");
    return 0;
}
