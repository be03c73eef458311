// A handler in main writes a plain number that another thread reads.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int last_signal;

static void on_signal(int number)
{
    last_signal = number; // RACE
}

static void *watch(void *arg)
{
    usleep(2000);
    printf("%s\n", last_signal >= 0 ? "fine" : "odd"); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, watch, NULL);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
