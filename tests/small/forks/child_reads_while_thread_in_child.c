// In the child, main prints a progress that the child's own thread writes.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int progress;

static void *work(void *arg)
{
    progress += 25; // RACE
    return arg;
}

static int child_main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = progress; // RACE
    pthread_join(t, NULL);
    return seen > 50;
}

int main(void)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0)
        _exit(child_main());
    waitpid(child, &status, 0);
    puts("waited");
    return status != 0;
}
