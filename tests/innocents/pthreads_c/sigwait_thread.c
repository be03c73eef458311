// All signals are blocked before the threads start; one thread takes them with sigwait and counts.
// guilty: race: the counting thread does not lock the counters
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int hups, usr1s, work;
static sigset_t set;

static void *signal_thread(void *arg)
{
    int sig;
    (void)arg;
    while (sigwait(&set, &sig) == 0 && sig != SIGTERM) {
#ifndef GUILTY
        pthread_mutex_lock(&mutex);
#endif
        if (sig == SIGHUP)
            hups++;
        else
            usr1s++;
#ifndef GUILTY
        pthread_mutex_unlock(&mutex);
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, signal_thread, NULL);
    kill(getpid(), SIGHUP);
    kill(getpid(), SIGUSR1);
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&mutex);
        work += 10 + (hups > 1) + (usr1s > 1);
        pthread_mutex_unlock(&mutex);
    }
    kill(getpid(), SIGTERM);
    pthread_join(t, NULL);
    printf("work %d, hups %d, usr1s %d\n", work, hups, usr1s);
    return work == 50 && hups <= 1 && usr1s <= 1 ? 0 : 1;
}
