// The program gets a SIGTERM, for which it has a handler, and ends in good order.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void on_term(int number)
{
    (void)number;
    ended = 1;
}

static void *ask_to_end(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGTERM);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    signal(SIGTERM, on_term);
    pthread_create(&t, NULL, ask_to_end, &self);
    while (!ended)
        usleep(1000);
    pthread_join(t, NULL);
    puts("ended");
    return 0;
}
