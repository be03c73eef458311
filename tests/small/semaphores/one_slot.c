// Producer and consumer hand one slot to and fro with two semaphores.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t empty, full;
static int slot;

static void *produce(void *arg)
{
    for (int i = 1; i <= 3; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 0; i < 3; i++) {
        sem_wait(&full);
        sum += slot;
        sem_post(&empty);
    }
    pthread_join(t, NULL);
    printf("%d\n", sum);
    return sum == 6 ? 0 : 1;
}
