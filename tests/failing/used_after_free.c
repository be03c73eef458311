// A thread works on a job that main has freed before it let the thread go on.
// shows: uaf, failure
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

struct job { int (*run)(int); int argument; };
static sem_t go;

static int twice(int n) { return 2 * n; }

static void *work(void *arg)
{
    struct job *job = arg;
    sem_wait(&go);
    printf("%d\n", job->run(job->argument)); // HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct job *job = malloc(sizeof *job);
    sem_init(&go, 0, 0);
    job->run = twice;
    job->argument = 21;
    pthread_create(&t, NULL, work, job);
    free(job); // HERE
    sem_post(&go);
    pthread_join(t, NULL);
    return 0;
}
