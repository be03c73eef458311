// A handler adds up a pair of atomic numbers; the main thread blocks the signal while it changes the pair.
// guilty: atomicity: the pair is changed with the signal unblocked, and a thread sends it at any time
// missed: the value that was read decides what comes next
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int low = 0, high = 100;
static volatile sig_atomic_t broken, handled;

static void on_usr1(int sig)
{
    (void)sig;
    handled = 1;
    if (low + high != 100)
        broken = 1;
}

static void *sender(void *arg)
{
    for (int i = 0; i < 3; i++)
        pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

int main(void)
{
    struct sigaction sa = { .sa_handler = on_usr1, .sa_flags = SA_RESTART };
    sigset_t usr1;
    pthread_t self = pthread_self(), t;
    sigemptyset(&sa.sa_mask);
    sigaction(SIGUSR1, &sa, NULL);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    pthread_create(&t, NULL, sender, &self);
    for (int i = 0; i < 20; i++) {
#ifndef GUILTY
        pthread_sigmask(SIG_BLOCK, &usr1, NULL);
#endif
        low++;
        high--;
#ifndef GUILTY
        pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
#endif
    }
    pthread_join(t, NULL);
    printf("%d %d%s\n", low, high, handled ? ", handled" : "");
    return low == 20 && !broken ? 0 : 1;
}
