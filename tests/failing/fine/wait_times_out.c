// A condition that nobody signals is waited for with a limit of time.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *wait_a_while(void *arg)
{
    struct timespec until;
    int result = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&lock);
    while (result == 0)
        result = pthread_cond_timedwait(&never, &lock, &until);
    pthread_mutex_unlock(&lock);
    *(int *)arg = result == ETIMEDOUT;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int late = 0;
    pthread_create(&t, NULL, wait_a_while, &late);
    pthread_join(t, NULL);
    puts(late ? "late" : "in time");
    return late ? 0 : 1;
}
