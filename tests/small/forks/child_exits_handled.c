// A handler of SIGCHLD collects children that have threads; main waits for it with the signal blocked otherwise.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ended;
static _Thread_local int own;

static void collect(int number)
{
    int saved = errno;
    (void)number;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ended++;
    errno = saved;
}

static void *work(void *arg)
{
    own = *(int *)arg;
    *(int *)arg = own + 1;
    return NULL;
}

int main(void)
{
    struct sigaction action = { .sa_handler = collect, .sa_flags = SA_RESTART };
    sigset_t child, before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    sigaction(SIGCHLD, &action, NULL);
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            pthread_t t[2];
            int number[2] = { 1, 2 };
            for (int k = 0; k < 2; k++)
                pthread_create(&t[k], NULL, work, &number[k]);
            for (int k = 0; k < 2; k++)
                pthread_join(t[k], NULL);
            _exit(number[0] + number[1] == 5 ? 0 : 1);
        }
    while (ended < 2)
        sigsuspend(&before);
    printf("%d\n", (int)ended);
    return 0;
}
