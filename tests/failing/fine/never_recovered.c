// A mutex whose owner died, and which nobody repairs: whoever asks is told so, every time.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;

static void *dies_with_it(void *arg)
{
    pthread_mutex_lock(&lock);
    return arg;
}

static void *asks(void *arg)
{
    *(int *)arg = pthread_mutex_lock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_mutexattr_t robust;
    int told = 0;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &robust);
    pthread_create(&t, NULL, dies_with_it, NULL);
    pthread_join(t, NULL);
    int first = pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    int second = pthread_mutex_lock(&lock), third = pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, asks, &told);
    pthread_join(t, NULL);
    int fine = first == EOWNERDEAD && second == ENOTRECOVERABLE && third == ENOTRECOVERABLE && told == ENOTRECOVERABLE;
    puts(fine ? "fine" : "odd");
    return !fine;
}
