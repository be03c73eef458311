// A handler adds to a plain counter that the interrupted code adds to.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static int count;

static void on_signal(int number)
{
    (void)number;
    count += 100; // RACE
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
    for (int i = 0; i < 10; i++)
        count += 1; // RACE
    pthread_join(t, NULL);
    printf("%s\n", count > 0 ? "counted" : "lost"); // RACE maybe
    return 0;
}
