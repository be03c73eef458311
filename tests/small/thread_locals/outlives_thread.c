// A worker leaves the address of its thread-local statistics, and main adds them up after it has ended.
// finds: uaf
#include <pthread.h>
#include <stdio.h>

static __thread long handled[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *of_worker;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    of_worker = handled;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 8; i++)
        handled[i % 4]++;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock);
    long first = of_worker[0]; // RACE
    pthread_mutex_unlock(&lock);
    printf("%s\n", first >= 0 ? "fine" : "spoilt");
    return 0;
}
