// The handler of SIGUSR1 only writes to a pipe; a thread reads that and counts, the main thread looks on.
// guilty: race: the thread counts without the lock
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int wakeup[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static void on_signal(int sig)
{
    int saved = errno;
    char c = (char)sig;
    if (write(wakeup[1], &c, 1) != 1) _exit(3);
    errno = saved;
}

static void *dispatch(void *arg)
{
    char c;
    while (read(wakeup[0], &c, 1) == 1 && c != 'q') {
#ifdef GUILTY
        seen++;
#else
        pthread_mutex_lock(&lock);
        seen++;
        pthread_mutex_unlock(&lock);
#endif
    }
    return arg;
}

int main(void)
{
    struct sigaction sa = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    pthread_t t;
    if (pipe(wakeup) != 0 || sigaction(SIGUSR1, &sa, NULL) != 0) return 2;
    pthread_create(&t, NULL, dispatch, NULL);
    for (int i = 0; i < 4; i++) {
        raise(SIGUSR1);
        usleep(300);
        pthread_mutex_lock(&lock);
        if (seen) printf("already %d\n", seen);
        pthread_mutex_unlock(&lock);
    }
    if (write(wakeup[1], "q", 1) != 1) return 2;
    pthread_join(t, NULL);
    printf("%d signals\n", seen);
    return seen != 4;
}
