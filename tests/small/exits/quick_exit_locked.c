// A handler of quick_exit prints statistics under the lock of the thread that still writes them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long requests;

static void print_statistics(void)
{
    pthread_mutex_lock(&lock);
    printf("%s\n", requests <= 5 ? "fine" : "too many");
    pthread_mutex_unlock(&lock);
    fflush(stdout);
}

static void *serve(void *arg)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        requests += 1;
        pthread_mutex_unlock(&lock);
        usleep(500);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    at_quick_exit(print_statistics);
    pthread_create(&t, NULL, serve, NULL);
    usleep(1500);
    quick_exit(0);
}
