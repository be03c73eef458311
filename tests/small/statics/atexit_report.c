// An atexit handler reports a counter that a thread is still writing.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int packets;

static void report(void)
{
    printf("%d packets\n", packets); // RACE
}

static void *receive(void *arg)
{
    for (int i = 0; i < 5; i++) {
        packets++; // RACE
        usleep(500);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    atexit(report);
    pthread_create(&t, NULL, receive, NULL);
    usleep(1200);
    return 0;
}
