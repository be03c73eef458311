// A timed wait gives up, and what was not told is not looked at.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *set(void *arg)
{
    data = 3;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec now;
    int seen = 3, late = 0;
    pthread_create(&t, NULL, set, NULL);
    clock_gettime(CLOCK_REALTIME, &now);
    pthread_mutex_lock(&lock);
    while (!ready && !late)
        late = pthread_cond_timedwait(&changed, &lock, &now);
    if (ready)
        seen = data;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return seen == 3 ? 0 : 1;
}
