// A consumer waits for an item that the producer puts down without a signal.
// shows: deadlock, hang
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static sem_t looked;
static int items;

static void *consume(void *arg)
{
    pthread_mutex_lock(&lock);
    sem_post(&looked);
    while (items == 0)
        pthread_cond_wait(&filled, &lock); // HERE
    items--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&looked, 0, 0);
    pthread_create(&t, NULL, consume, NULL);
    sem_wait(&looked);
    pthread_mutex_lock(&lock);
    items++;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    puts("never");
    return 0;
}
