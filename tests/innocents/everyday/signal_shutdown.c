// A thread waits for SIGTERM with sigwait and asks the worker to stop; the worker finishes its round.
// guilty: race: the wish to stop is written without the lock
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool stop_wanted;

static void *signal_thread(void *arg)
{
    int sig = 0;
    sigwait(arg, &sig);
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    stop_wanted = true;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    printf("signal %d\n", sig);
    return NULL;
}

static void *worker(void *arg)
{
    int *rounds = arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        bool stop = stop_wanted;
        pthread_mutex_unlock(&lock);
        if (stop) return NULL;
        ++*rounds;
        nanosleep(&(struct timespec){0, 500000}, NULL);
    }
}

int main(void)
{
    sigset_t set;
    pthread_t s, w;
    int rounds = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&s, NULL, signal_thread, &set);
    pthread_create(&w, NULL, worker, &rounds);
    nanosleep(&(struct timespec){0, 2000000}, NULL);
    kill(getpid(), SIGTERM);
    pthread_join(s, NULL);
    pthread_join(w, NULL);
    printf("%d rounds\n", rounds);
    return 0;
}
