// An atexit handler stops and joins the thread, then reports what it counted.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int packets;
static atomic_int stop;
static pthread_t receiver;

static void report(void)
{
    atomic_store(&stop, 1);
    pthread_join(receiver, NULL);
    printf("%s\n", packets > 0 ? "some" : "none");
}

static void *receive(void *arg)
{
    do {
        packets++;
        usleep(500);
    } while (!atomic_load(&stop));
    return arg;
}

int main(void)
{
    pthread_create(&receiver, NULL, receive, NULL);
    atexit(report);
    usleep(1200);
    return 0;
}
