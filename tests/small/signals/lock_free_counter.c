// A handler and another thread count in a lock-free atomic.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count;

static void on_signal(int number)
{
    (void)number;
    atomic_fetch_add(&count, 10);
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    atomic_fetch_add(&count, 1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    atomic_fetch_add(&count, 100);
    pthread_join(t, NULL);
    printf("%s\n", atomic_load(&count) >= 101 ? "fine" : "lost");
    return 0;
}
