// A handler that finds main in the middle of something puts its own part off.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static volatile sig_atomic_t is_busy, put_off;
static int count;

static void on_signal(int number)
{
    (void)number;
    if (is_busy)
        put_off = 1;
    else
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
    pthread_create(&t, NULL, interrupt, &self);
    for (int i = 0; i < 5; i++) {
        is_busy = 1;
        atomic_signal_fence(memory_order_seq_cst);
        count += 1;
        atomic_signal_fence(memory_order_seq_cst);
        is_busy = 0;
    }
    pthread_join(t, NULL);
    if (put_off)
        count += 100;
    printf("%d\n", count);
    return count == 105 ? 0 : 1;
}
