// SIGUSR1 sets a flag that a worker thread polls; the flag is a lock-free C11 atomic.
// guilty: race: the message that goes with the flag is written after the flag has been set
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int stop;
static int stop_reason;

static void on_signal(int sig)
{
#ifdef GUILTY
    atomic_store(&stop, 1);
    stop_reason = sig;
#else
    stop_reason = sig;
    atomic_store(&stop, 1);
#endif
}

static void *worker(void *arg)
{
    int *reason = arg;
    while (!atomic_load(&stop))
        sched_yield();
    *reason = stop_reason;
    return NULL;
}

int main(void)
{
    struct sigaction sa = { .sa_handler = on_signal };
    pthread_t t;
    int reason = 0;
    sigemptyset(&sa.sa_mask);
    sigaction(SIGUSR1, &sa, NULL);
    pthread_create(&t, NULL, worker, &reason);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    printf("stopped by %s\n", reason == SIGUSR1 ? "SIGUSR1" : "something else");
    return stop_reason == SIGUSR1 ? 0 : 1;
}
