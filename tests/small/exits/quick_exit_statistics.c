// A handler of quick_exit prints statistics that a thread is still writing.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long requests;

static void print_statistics(void)
{
    printf("%ld requests\n", requests); // RACE
    fflush(stdout);
}

static void *serve(void *arg)
{
    for (int i = 0; i < 5; i++) {
        requests += 1; // RACE
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
