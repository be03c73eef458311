// A thread waits two seconds for another program to end.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *run(void *arg)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        execlp("sleep", "sleep", "2", (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    *(int *)arg = WEXITSTATUS(status);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int status = 1;
    pthread_create(&t, NULL, run, &status);
    pthread_join(t, NULL);
    printf("%d\n", status);
    return status;
}
