// A worker waits for jobs that never come and is cancelled; a cleanup handler unlocks and frees.
// guilty: race: the statistics that the handler writes are read before the thread was joined
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job = PTHREAD_COND_INITIALIZER;
static int jobs, cleaned;

static void free_buffer(void *p)
{
    free(p);
    cleaned++;
}

static void unlock(void *m)
{
    pthread_mutex_unlock(m);
}

static void *worker(void *arg)
{
    char *buffer = malloc(128);
    (void)arg;
    pthread_cleanup_push(free_buffer, buffer);
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    while (jobs == 0)
        pthread_cond_wait(&job, &mutex);
    jobs--;
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
#ifdef GUILTY
    printf("cleaned up: %d\n", cleaned);
    pthread_join(t, &result);
#else
    pthread_join(t, &result);
    printf("cleaned up: %d\n", cleaned);
#endif
    return result == PTHREAD_CANCELED ? 0 : 1;
}
