// Two threads wait for each other's semaphore first and would post only afterwards.
// shows: deadlock, hang
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t ping, pong;

static void *answer(void *arg)
{
    sem_wait(&ping); // HERE
    sem_post(&pong);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&t, NULL, answer, NULL);
    sem_wait(&pong); // HERE
    sem_post(&ping);
    pthread_join(t, NULL);
    puts("never");
    return 0;
}
