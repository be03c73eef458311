// A detached watchdog would abort the program, but the work is done long before.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *watch(void *arg)
{
    usleep(500000);
    fputs("timed out\n", stderr);
    abort();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, watch, NULL);
    pthread_detach(t);
    puts("work done");
    return 0;
}
