// A timed wait that gives up is taken for success.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static sem_t ready;
static int data;

static void *fill(void *arg)
{
    usleep(3000);
    data = 4; // RACE
    sem_post(&ready);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec soon;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, fill, NULL);
    clock_gettime(CLOCK_REALTIME, &soon);
    sem_timedwait(&ready, &soon);
    int seen = data; // RACE
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return 0;
}
