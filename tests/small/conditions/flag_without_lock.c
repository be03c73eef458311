// The flag that the condition is about is set without the mutex.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg)
{
    ready = 1; // RACE
    pthread_cond_signal(&changed);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec until;
    pthread_create(&t, NULL, set, NULL);
    pthread_mutex_lock(&lock);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    while (!ready) // RACE
        if (pthread_cond_timedwait(&changed, &lock, &until) != 0)
            break;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    puts("ready");
    return 0;
}
