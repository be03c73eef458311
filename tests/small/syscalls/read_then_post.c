// A thread reads into a shared buffer and posts a semaphore; main looks only then.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[8];
static int ends[2];
static sem_t filled;

static void *fill(void *arg)
{
    if (read(ends[0], buffer, sizeof buffer) < 0)
        arg = NULL;
    sem_post(&filled);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&filled, 0, 0);
    if (pipe(ends) || write(ends[1], "content", 8) != 8)
        return 1;
    pthread_create(&t, NULL, fill, NULL);
    sem_wait(&filled);
    puts(buffer);
    pthread_join(t, NULL);
    return 0;
}
