// A handler looks whether it came in the middle of a change, and takes the numbers only if not.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static struct { atomic_int changing; atomic_long seconds, micros; } now;
static volatile sig_atomic_t missed;
static atomic_long last_signal;

static void on_signal(int number)
{
    (void)number;
    if (now.changing) {
        missed = 1;
        return;
    }
    last_signal = now.seconds * 1000000 + now.micros;
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
        now.changing = 1;
        now.seconds = i;
        now.micros = 100 * i;
        now.changing = 0;
    }
    pthread_join(t, NULL);
    const long last = last_signal;
    printf("%s\n", last / 1000000 * 100 == last % 1000000 && missed < 2 ? "fine" : "odd");
    return 0;
}
