// A helper prepares a block and posts a semaphore; the main thread waits for it before it looks.
// guilty: race: the semaphore starts at one, so that the wait does not wait
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef GUILTY
#define INITIAL 1
#else
#define INITIAL 0
#endif

static sem_t ready;
static int block[8];

static void *helper(void *arg)
{
    for (int i = 0; i < 8; i++)
        block[i] = i * i;
    sem_post(&ready);
    return arg;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    sem_init(&ready, 0, INITIAL);
    if (pthread_create(&t, NULL, helper, NULL) != 0)
        return EXIT_FAILURE;
    sem_wait(&ready);
    for (int i = 0; i < 8; i++)
        sum += block[i];
    pthread_join(t, NULL);
    sem_destroy(&ready);
    printf("%d\n", sum);
    return sum >= 0 && sum <= 140 ? EXIT_SUCCESS : EXIT_FAILURE;
}
