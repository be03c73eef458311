// Main counts before anybody can send a signal, and again when the sender is joined.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static int count;

static void on_signal(int number)
{
    (void)number;
    count += 100;
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
    for (int i = 0; i < 5; i++)
        count += 1;
    pthread_create(&t, NULL, interrupt, &self);
    pthread_join(t, NULL);
    for (int i = 0; i < 5; i++)
        count += 1;
    printf("%d\n", count);
    return count == 110 ? 0 : 1;
}
