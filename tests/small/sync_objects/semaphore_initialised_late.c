// A semaphore is initialised by one thread while another one posts it.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t tickets;

static void *sell(void *arg)
{
    usleep(2000);
    sem_post(&tickets); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    int value;
    pthread_create(&t, NULL, sell, NULL);
    sem_init(&tickets, 0, 3); // RACE
    pthread_join(t, NULL);
    sem_getvalue(&tickets, &value);
    printf("%s\n", value >= 3 ? "fine" : "odd");
    sem_destroy(&tickets);
    return 0;
}
