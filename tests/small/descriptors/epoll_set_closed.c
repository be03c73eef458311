// The set of an event loop is closed while the loop may wait for it again.
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

static int set;

static void *loop(void *arg)
{
    struct epoll_event events[2];
    for (int i = 0; i < 2; i++)
        if (epoll_wait(set, events, 2, 0) < 0) // RACE
            return arg;
    return NULL;
}
int main(void)
{
    pthread_t t;
    set = epoll_create1(0);
    pthread_create(&t, NULL, loop, NULL);
    usleep(3000);
    close(set); // RACE
    pthread_join(t, NULL);
    puts("closed");
    return 0;
}
