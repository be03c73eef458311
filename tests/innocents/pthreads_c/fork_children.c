// Children are forked before the threads exist; one thread per child waits for it and adds its status.
// guilty: race: the statuses are added without the mutex
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILDREN 2
static pid_t pid[CHILDREN];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum, reaped;

static void *reap(void *arg)
{
    pid_t *p = arg;
    int status;
    if (waitpid(*p, &status, 0) != *p || !WIFEXITED(status))
        return NULL;
#ifndef GUILTY
    pthread_mutex_lock(&mutex);
#endif
    sum += WEXITSTATUS(status);
    reaped++;
#ifndef GUILTY
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void)
{
    pthread_t t[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        pid[i] = fork();
        if (pid[i] < 0)
            return 1;
        if (pid[i] == 0)
            _exit(i + 10);
    }
    for (int i = 0; i < CHILDREN; i++)
        pthread_create(&t[i], NULL, reap, &pid[i]);
    for (int i = 0; i < CHILDREN; i++)
        pthread_join(t[i], NULL);
    printf("%d children, sum %d\n", reaped, sum);
    return reaped == CHILDREN && sum == 21 ? 0 : 1;
}
