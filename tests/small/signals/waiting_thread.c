// One thread takes all signals with sigwait and writes what main reads after joining it.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static sigset_t set;
static int received;

static void *take(void *arg)
{
    int number;
    do {
        sigwait(&set, &number);
        received++;
    } while (number != SIGTERM);
    return arg;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, take, NULL);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGTERM);
    pthread_join(t, NULL);
    printf("%s\n", received >= 1 ? "received" : "lost");
    return 0;
}
