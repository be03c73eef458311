// A worker is interrupted between a call that failed and its look at errno; the handler's write fails.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_signal(int number)
{
    (void)number;
    if (write(-1, "x", 1) < 0) // RACE
        return;
}

static void *work(void *arg)
{
    int missing = 0;
    for (int i = 0; i < 3; i++)
        if (chdir("/no/such/folder") != 0 && errno == ENOENT) // RACE
            missing++;
    *(int *)arg = missing;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int missing = 0;
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, work, &missing);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    printf("%s\n", missing > 0 ? "missing" : "odd");
    return 0;
}
