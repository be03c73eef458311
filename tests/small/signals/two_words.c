// A handler puts a time together from two numbers that the interrupted code is changing.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static struct { long seconds, micros; } now;
static volatile long last_signal;

static void on_signal(int number)
{
    (void)number;
    last_signal = now.seconds * 1000000 + now.micros; // RACE
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR2);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    signal(SIGUSR2, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    for (int i = 1; i < 6; i++) {
        now.seconds = i; // RACE
        atomic_signal_fence(memory_order_seq_cst);
        now.micros = 100 * i; // RACE
        atomic_signal_fence(memory_order_seq_cst);
    }
    pthread_join(t, NULL);
    printf("%s\n", last_signal >= 0 ? "fine" : "odd");
    return 0;
}
