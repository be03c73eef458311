// A semaphore says that the work is done; the thread is never joined.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static char name[16];

static void *work(void *arg)
{
    snprintf(name, sizeof name, "worker %d", 1);
    sem_post(&done);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&done);
    puts(name);
    return 0;
}
