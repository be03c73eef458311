// A detached thread says that it is ready before it has written its last word.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t ready;
static int first, second;

static void *prepare(void *arg)
{
    first = 1;
    sem_post(&ready);
    second = 2; // RACE
    return arg;
}

int main(void)
{
    pthread_attr_t attr;
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, prepare, NULL);
    pthread_attr_destroy(&attr);
    sem_wait(&ready);
    printf("%d ", first);
    printf("%d\n", second); // RACE
    return 0;
}
