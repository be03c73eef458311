// A thread and main race in the parent, with a fork in between.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int jobs;

static void *submit(void *arg)
{
    jobs = 1; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, submit, NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    jobs = 2; // RACE
    pthread_join(t, NULL);
    printf("%s\n", jobs > 0 ? "fine" : "lost");
    return 0;
}
