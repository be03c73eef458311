// A thread waits for a reply, and holds nothing else while it does.
// guilty: deadlock, hang: it keeps the lock of the connection, which who replies needs first
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t connection = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t replied = PTHREAD_COND_INITIALIZER;
static int reply, sent;

static void *peer(void *arg)
{
    pthread_mutex_lock(&connection);
    sent++;
    pthread_mutex_unlock(&connection);
    pthread_mutex_lock(&lock);
    reply = 1;
    pthread_cond_signal(&replied);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *caller(void *arg)
{
    pthread_mutex_lock(&connection);
    sent++;
#ifndef GUILTY
    pthread_mutex_unlock(&connection);
#endif
    pthread_mutex_lock(&lock);
    while (!reply) pthread_cond_wait(&replied, &lock);
    pthread_mutex_unlock(&lock);
#ifdef GUILTY
    pthread_mutex_unlock(&connection);
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, peer, NULL);
    pthread_create(&b, NULL, caller, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sent);
    return 0;
}
