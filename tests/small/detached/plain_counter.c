// Detached threads count without a lock; main waits until both have said that they are through.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int hits;
static sem_t through;

static void *hit(void *arg)
{
    for (int i = 0; i < 3; i++)
        hits++; // RACE
    sem_post(&through);
    return arg;
}

int main(void)
{
    sem_init(&through, 0, 0);
    for (int i = 0; i < 2; i++) {
        pthread_t t;
        pthread_create(&t, NULL, hit, NULL);
        pthread_detach(t);
    }
    sem_wait(&through);
    sem_wait(&through);
    printf("%d\n", hits);
    return 0;
}
