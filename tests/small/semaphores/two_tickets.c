// A semaphore that is to be a lock starts with two instead of one.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t lock;
static int n;

static void *add(void *arg)
{
    sem_wait(&lock);
    n++; // RACE
    sem_post(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&lock, 0, 2);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&lock);
    printf("%s\n", n > 0 ? "fine" : "lost");
    return 0;
}
