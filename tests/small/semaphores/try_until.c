// Main polls with sem_trywait and reads once it got through.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t ready;
static int data;

static void *fill(void *arg)
{
    data = 4;
    sem_post(&ready);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, fill, NULL);
    while (sem_trywait(&ready) != 0)
        usleep(300);
    printf("%d\n", data);
    pthread_join(t, NULL);
    return data == 4 ? 0 : 1;
}
