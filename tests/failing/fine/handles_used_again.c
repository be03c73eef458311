// Threads one after the other, which get the handle of the one before; some are joined, some detached, before or
// after they have ended.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t ended;

static void *work(void *arg)
{
    ++*(int *)arg;
    return arg;
}

static void *alone(void *arg)
{
    sem_post(&ended);
    return arg;
}

int main(void)
{
    int done = 0;
    sem_init(&ended, 0, 0);
    for (int i = 0; i < 12; i++) {
        pthread_t t;
        if (i % 3 == 0) {
            pthread_create(&t, NULL, alone, NULL);
            pthread_detach(t);
            sem_wait(&ended);
        } else if (i % 3 == 1) {
            pthread_create(&t, NULL, work, &done);
            pthread_join(t, NULL);
        } else {
            pthread_create(&t, NULL, work, &done);
            while (pthread_tryjoin_np(t, NULL) != 0)
                ;
        }
    }
    pthread_t last;
    pthread_create(&last, NULL, alone, NULL);
    sem_wait(&ended);
    pthread_detach(last);
    printf("%d\n", done);
    return 0;
}
