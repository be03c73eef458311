// A thread that goes round until it is cancelled.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;
static int started;

static void *spin(void *arg)
{
    pthread_mutex_lock(&lock);
    started++;
    pthread_mutex_unlock(&lock);
    sem_post(&begun);
    for (;;)
        pthread_testcancel();
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&begun, 0, 0);
    pthread_create(&t, NULL, spin, NULL);
    sem_wait(&begun);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock);
    printf("%d\n", started);
    pthread_mutex_unlock(&lock);
    return 0;
}
