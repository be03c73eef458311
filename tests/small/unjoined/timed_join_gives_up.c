// Main waits for a thread for a short time only and then reads what may not be there.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int level;

static void *measure(void *arg)
{
    usleep(4000);
    level = 7; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec until;
    pthread_create(&t, NULL, measure, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    if (pthread_timedjoin_np(t, NULL, &until) != 0)
        printf("not ready: %d\n", level); // RACE
    usleep(8000);
    return 0;
}
