// A handler only writes into a pipe, which may be full, and leaves errno as it was.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void on_signal(int number)
{
    int saved = errno;
    char c = (char)number;
    ssize_t written = write(ends[1], &c, 1);
    (void)written;
    errno = saved;
}

static void *interrupt(void *arg)
{
    for (int i = 0; i < 3; i++)
        pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    char c = 0;
    if (pipe2(ends, O_NONBLOCK) != 0)
        return 1;
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    int is_missing = access("/no/such/file", R_OK) != 0 && errno == ENOENT;
    pthread_join(t, NULL);
    ssize_t got = read(ends[0], &c, 1);
    printf("%d %d\n", is_missing, got == 1 && c == SIGUSR1);
    return is_missing && got == 1 ? 0 : 1;
}
