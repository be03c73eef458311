// A thread hands out the address of its thread-local counter and goes on counting.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static __thread int counter;
static int *theirs;
static sem_t handed, looked;

static void *count(void *arg)
{
    theirs = &counter;
    sem_post(&handed);
    counter = 1; // RACE
    sem_wait(&looked);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&handed, 0, 0);
    sem_init(&looked, 0, 0);
    pthread_create(&t, NULL, count, NULL);
    sem_wait(&handed);
    printf("%s\n", *theirs <= 1 ? "fine" : "odd"); // RACE
    sem_post(&looked);
    pthread_join(t, NULL);
    return 0;
}
