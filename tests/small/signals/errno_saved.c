// A handler saves errno and puts it back.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_signal(int number)
{
    int saved = errno;
    (void)number;
    close(-1);
    errno = saved;
}

static void *interrupt(void *arg)
{
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}

int main(void)
{
    pthread_t t, self = pthread_self();
    int good = 0;
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, interrupt, &self);
    if (access("/no/such/file", R_OK) != 0)
        good = errno == ENOENT;
    pthread_join(t, NULL);
    puts(good ? "no such file" : "another reason");
    return good ? 0 : 1;
}
