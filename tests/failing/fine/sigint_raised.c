// A thread raises SIGINT, for which there is a handler.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int interrupted;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, 1);
}

static void *interrupt(void *arg)
{
    raise(SIGINT);
    return arg;
}

int main(void)
{
    pthread_t t;
    signal(SIGINT, on_interrupt);
    pthread_create(&t, NULL, interrupt, NULL);
    pthread_join(t, NULL);
    puts(atomic_load(&interrupted) ? "interrupted" : "not");
    return 0;
}
