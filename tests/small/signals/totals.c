// A handler adds to totals that the interrupted function adds to through a pointer.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

struct totals { long bytes, calls; };
static struct totals totals;

static void on_signal(int number)
{
    (void)number;
    totals.bytes += 1000; // RACE
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR2);
    return NULL;
}

static __attribute__((noinline)) void add(struct totals *to, long n)
{
    to->bytes += n; // RACE
    to->calls += 1;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    signal(SIGUSR2, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    for (int i = 0; i < 5; i++)
        add(&totals, i);
    pthread_join(t, NULL);
    printf("%d\n", totals.bytes > 0 && totals.calls == 5);
    return 0;
}
