// A signal is blocked except while main waits for it: its handler may use what main uses, and errno.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int count, has_come;

static void on_signal(int number)
{
    (void)number;
    count += 10;
    has_come = 1;
    close(-1);
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    for (int i = 0; i < 5; i++)
        count += 1;
    int is_missing = access("/no/such/file", R_OK) != 0 && errno == ENOENT;
    while (!has_come)
        sigsuspend(&before);
    for (int i = 0; i < 5; i++)
        count += 1;
    pthread_join(t, NULL);
    printf("%d %d\n", count, is_missing);
    return count == 20 && is_missing ? 0 : 1;
}
