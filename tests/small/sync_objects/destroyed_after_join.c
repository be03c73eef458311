// Mutex, condition, semaphore and rwlock are destroyed after the join.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t lock;
static pthread_cond_t changed;
static pthread_rwlock_t shared;
static sem_t tickets;
static int n;

static void *work(void *arg)
{
    pthread_rwlock_rdlock(&shared);
    pthread_mutex_lock(&lock);
    n++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_rwlock_unlock(&shared);
    sem_post(&tickets);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&changed, NULL);
    pthread_rwlock_init(&shared, NULL);
    sem_init(&tickets, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    while (n == 0)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    sem_wait(&tickets);
    pthread_join(t, NULL);
    sem_destroy(&tickets);
    pthread_rwlock_destroy(&shared);
    pthread_cond_destroy(&changed);
    pthread_mutex_destroy(&lock);
    printf("%d\n", n);
    return 0;
}
