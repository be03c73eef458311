// Signals that main sends to itself come where it sends them, and nowhere else.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile int count;

static void on_signal(int number)
{
    (void)number;
    count += 10;
    close(-1);
}

static void *work(void *arg)
{
    *(int *)arg += 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int other = 0;
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, work, &other);
    count += 1;
    raise(SIGUSR1);
    count += 1;
    pthread_kill(pthread_self(), SIGUSR1);
    count += 1;
    int is_missing = access("/no/such/file", R_OK) != 0 && errno == ENOENT;
    pthread_join(t, NULL);
    kill(getpid(), SIGUSR1);
    count += 1;
    printf("%d %d\n", count, is_missing);
    return count == 34 && is_missing ? 0 : 1;
}
