// Main goes on only when the handler has run, and knows that by a flag.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int has_run;
static int count;

static void on_signal(int number)
{
    (void)number;
    count += 100;
    atomic_store(&has_run, 1);
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
    while (!atomic_load(&has_run)) {
    }
    for (int i = 0; i < 5; i++)
        count += 1;
    pthread_join(t, NULL);
    printf("%d\n", count);
    return count == 105 ? 0 : 1;
}
