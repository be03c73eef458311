// A work queue with an orderly shutdown: workers drain it, then leave.
// guilty: race, deadlock: the stop flag is set without the mutex
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int jobs[32];
    int head, tail;
    bool stop;
    int done;
} queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *worker(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&queue.mutex);
    for (;;) {
        while (queue.head == queue.tail && !queue.stop)
            pthread_cond_wait(&queue.changed, &queue.mutex);
        if (queue.head == queue.tail)
            break;
        int job = queue.jobs[queue.head++];
        pthread_mutex_unlock(&queue.mutex);
        int result = job * job;
        pthread_mutex_lock(&queue.mutex);
        queue.done += result;
    }
    pthread_mutex_unlock(&queue.mutex);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 1; i <= 10; i++) {
        pthread_mutex_lock(&queue.mutex);
        queue.jobs[queue.tail++] = i;
        pthread_mutex_unlock(&queue.mutex);
        pthread_cond_signal(&queue.changed);
    }
#ifdef GUILTY
    queue.stop = true;
#else
    pthread_mutex_lock(&queue.mutex);
    queue.stop = true;
    pthread_mutex_unlock(&queue.mutex);
#endif
    pthread_cond_broadcast(&queue.changed);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("sum of squares %d\n", queue.done);
    return queue.done == 385 ? 0 : 1;
}
