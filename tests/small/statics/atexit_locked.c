// An atexit handler reports a counter under the lock of the thread that goes on writing it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int packets;

static void report(void)
{
    pthread_mutex_lock(&lock);
    printf("%s\n", packets <= 5 ? "fine" : "too many");
    pthread_mutex_unlock(&lock);
}

static void *receive(void *arg)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        packets++;
        pthread_mutex_unlock(&lock);
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
