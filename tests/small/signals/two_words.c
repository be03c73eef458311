// A handler reads a pair of numbers that the interrupted code is changing.
// missed: nothing; two writes of one object are not taken for one step
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static struct { long seconds, micros; } now;
static volatile sig_atomic_t odd;

static void on_signal(int number)
{
    (void)number;
    odd = now.seconds != now.micros; // RACE
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
    for (int i = 0; i < 5; i++) {
        now.seconds = i; // RACE
        atomic_signal_fence(memory_order_seq_cst);
        now.micros = i; // RACE
    }
    pthread_join(t, NULL);
    printf("%s\n", odd > 1 ? "odd" : "fine");
    return 0;
}
