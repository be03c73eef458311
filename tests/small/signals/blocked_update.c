// The signal is blocked while the code changes what the handler reads.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static struct { int a, b; } pair;
static volatile sig_atomic_t odd;

static void on_signal(int number)
{
    (void)number;
    odd = pair.a != pair.b;
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    sigset_t usr1;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    for (int i = 1; i < 5; i++) {
        pthread_sigmask(SIG_BLOCK, &usr1, NULL);
        pair.a = i;
        pair.b = i;
        pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
    }
    pthread_join(t, NULL);
    puts(odd ? "odd" : "fine");
    return odd ? 1 : 0;
}
