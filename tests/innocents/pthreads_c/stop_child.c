// One thread stops a child process and writes down why; another one waits for its end and reports.
// guilty: race: the reason is written when the child was stopped already
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static int reason;

static void *stop(void *arg)
{
#ifdef GUILTY
    kill(child, SIGKILL);
    reason = 3;
#else
    reason = 3;
    kill(child, SIGKILL);
#endif
    return arg;
}

int main(void)
{
    pthread_t t;
    int status = 0;
    child = fork();
    if (child == 0)
        for (;;)
            pause();
    pthread_create(&t, NULL, stop, NULL);
    waitpid(child, &status, 0);
    printf("stopped by %d, because of %d\n", WTERMSIG(status), reason);
    pthread_join(t, NULL);
    return WIFSIGNALED(status) ? 0 : 1;
}
