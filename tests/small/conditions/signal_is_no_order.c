// Data are read after a look at the flag outside of the mutex.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *fill(void *arg)
{
    pthread_mutex_lock(&lock);
    data = 6; // RACE
    ready = 1; // RACE
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    if (ready) // RACE
        puts("early");
    int seen = data; // RACE
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return 0;
}
