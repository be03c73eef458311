// Workers take a permit and then the lock of the log.
// guilty: deadlock, hang: one asks for a permit while it holds the lock
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t permit;
static int lines;

static void *worker(void *arg)
{
    sem_wait(&permit);
    pthread_mutex_lock(&log_lock);
    lines++;
    pthread_mutex_unlock(&log_lock);
    sem_post(&permit);
    return arg;
}

static void *auditor(void *arg)
{
#ifdef GUILTY
    pthread_mutex_lock(&log_lock);
    sem_wait(&permit);
    lines++;
    sem_post(&permit);
    pthread_mutex_unlock(&log_lock);
#else
    sem_wait(&permit);
    pthread_mutex_lock(&log_lock);
    lines++;
    pthread_mutex_unlock(&log_lock);
    sem_post(&permit);
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&permit, 0, 1);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, auditor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&permit);
    printf("%d\n", lines);
    return 0;
}
