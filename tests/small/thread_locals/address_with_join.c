// Main reads a thread's local through its address while the thread waits for main to be through.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static __thread int counter;
static int *theirs;
static sem_t handed, looked;

static void *count(void *arg)
{
    counter = 1;
    theirs = &counter;
    sem_post(&handed);
    sem_wait(&looked);
    counter = 2;
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&handed, 0, 0);
    sem_init(&looked, 0, 0);
    pthread_create(&t, NULL, count, NULL);
    sem_wait(&handed);
    int seen = *theirs;
    sem_post(&looked);
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return seen == 1 ? 0 : 1;
}
