// The flag is set under the lock, and the signal comes after it: nobody misses it.
// guilty: deadlock, hang: the waiter looks at the flag before it takes the lock, and waits once
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int loaded;

static void *loader(void *arg)
{
    pthread_mutex_lock(&lock);
    atomic_store(&loaded, 1);
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&ready);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, loader, NULL);
#ifdef GUILTY
    if (!atomic_load(&loaded)) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&ready, &lock);
        pthread_mutex_unlock(&lock);
    }
#else
    pthread_mutex_lock(&lock);
    while (!atomic_load(&loaded)) pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
#endif
    pthread_join(t, NULL);
    puts("loaded");
    return 0;
}
