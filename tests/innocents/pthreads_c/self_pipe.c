// The self-pipe trick: the handler writes a byte, and the event loop does the work when poll sees it.
// guilty: race: the handler itself counts, in a variable that a second thread counts in under a mutex
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int wake[2];
static int events;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handler(int sig)
{
    int saved = errno;
    char c = (char)sig;
#ifdef GUILTY
    events++;
#endif
    if (write(wake[1], &c, 1) < 0)
        _exit(2);
    errno = saved;
}

static void *other_source(void *arg)
{
    pthread_mutex_lock(&mutex);
    events++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    struct sigaction sa = { .sa_handler = handler };
    pthread_t t;
    char c;
    if (pipe(wake) != 0)
        return 1;
    sigemptyset(&sa.sa_mask);
    sigaction(SIGUSR2, &sa, NULL);
    pthread_create(&t, NULL, other_source, NULL);
    raise(SIGUSR2);
    struct pollfd p = { .fd = wake[0], .events = POLLIN };
    while (poll(&p, 1, -1) < 0)
        if (errno != EINTR)
            return 1;
    if (read(wake[0], &c, 1) != 1 || c != SIGUSR2)
        return 1;
#ifndef GUILTY
    pthread_mutex_lock(&mutex);
    events++;
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(t, NULL);
    printf("%d events\n", events);
    return events == 2 ? 0 : 1;
}
