// A semaphore is destroyed after one of two posts was taken.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;

static void *work(void *arg)
{
    sem_post(&done); // RACE
    return arg;
}
int main(void)
{
    pthread_t a, b;
    sem_init(&done, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    sem_wait(&done);
    sem_destroy(&done); // RACE
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("done");
    return 0;
}
