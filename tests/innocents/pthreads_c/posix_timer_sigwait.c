// A POSIX timer sends a blocked signal every millisecond; a thread takes it with sigwaitinfo and counts.
// guilty: race: the waiting main thread looks at the count without the mutex
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int beats;
static sigset_t set;

static void *heart(void *arg)
{
    for (int i = 0; i < 4; i++) {
        siginfo_t info;
        while (sigwaitinfo(&set, &info) < 0)
            ;
        pthread_mutex_lock(&mutex);
        beats++;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static int current_beats(void)
{
#ifdef GUILTY
    return beats;
#else
    pthread_mutex_lock(&mutex);
    int n = beats;
    pthread_mutex_unlock(&mutex);
    return n;
#endif
}

int main(void)
{
    struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN };
    struct itimerspec every = { { 0, 1000000 }, { 0, 1000000 } };
    timer_t timer;
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, heart, NULL);
    if (timer_create(CLOCK_MONOTONIC, &ev, &timer) != 0 || timer_settime(timer, 0, &every, NULL) != 0)
        return 1;
    usleep(1500);
    printf("%s\n", current_beats() >= 0 ? "alive" : "dead");
    pthread_join(t, NULL);
    timer_delete(timer);
    return current_beats() == 4 ? 0 : 1;
}
