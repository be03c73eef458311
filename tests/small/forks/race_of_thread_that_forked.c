// A thread forks, and in the child races with a thread that it starts there.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct job { int state; };

static void *work(void *arg)
{
    struct job *job = arg;
    job->state = 1; // RACE
    return NULL;
}

static void *run(void *arg)
{
    struct job *job = arg;
    int status;
    pid_t child = fork();
    if (child == 0) {
        pthread_t t;
        pthread_create(&t, NULL, work, job);
        job->state = 2; // RACE
        pthread_join(t, NULL);
        _exit(job->state > 0 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    job->state = status;
    return NULL;
}

int main(void)
{
    struct job *job = calloc(1, sizeof *job);
    pthread_t t;
    pthread_create(&t, NULL, run, job);
    pthread_join(t, NULL);
    int state = job->state;
    free(job);
    printf("%d\n", state);
    return state;
}
