// A semaphore that starts with one is a lock.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t lock;
static int n;

static void *add(void *arg)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&lock);
        n++;
        sem_post(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&lock, 0, 1);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&lock);
    printf("%d\n", n);
    return n == 6 ? 0 : 1;
}
