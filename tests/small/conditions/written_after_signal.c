// The producer writes the second half of the data after it has let go of the mutex.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, head, tail;

static void *fill(void *arg)
{
    pthread_mutex_lock(&lock);
    head = 1;
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    tail = 2; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    int sum = head;
    sum += tail; // RACE
    pthread_join(t, NULL);
    printf("%s\n", sum >= 1 ? "fine" : "odd");
    return 0;
}
