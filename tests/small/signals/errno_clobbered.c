// A handler makes a call that fails, and spoils the errno of whom it interrupted.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_signal(int number)
{
    (void)number;
    close(-1); // RACE
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    if (access("/no/such/file", R_OK) != 0)
        puts(errno == ENOENT ? "no such file" : "another reason"); // RACE
    pthread_join(t, NULL);
    return 0;
}
