// One thread looks at a flag every now and then; the other one sets it when nobody has called it for two seconds.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static atomic_int over;

static void *wait_in_vain(void *arg)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 2;
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&called, &mutex, &end) == 0)
        ;
    pthread_mutex_unlock(&mutex);
    atomic_store(&over, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, wait_in_vain, NULL);
    while (!atomic_load(&over))
        usleep(200);
    pthread_join(t, NULL);
    puts("over");
    return 0;
}
