// A small thread pool: tasks on a list, workers wait on a condition, shutdown lets them finish the list.
// guilty: race: the shutdown flag is set before the mutex is taken
#include <pthread.h>
#include <stdio.h>

#define WORKERS 2
struct task { void (*run)(int *); int *arg; };

static struct task tasks[16];
static int n_tasks, next_task, shutting_down;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (next_task == n_tasks && !shutting_down)
            pthread_cond_wait(&wake, &mutex);
        if (next_task == n_tasks) {
            pthread_mutex_unlock(&mutex);
            return arg;
        }
        struct task t = tasks[next_task++];
        pthread_mutex_unlock(&mutex);
        t.run(t.arg);
    }
}

static void square(int *n) { *n *= *n; }

int main(void)
{
    pthread_t t[WORKERS];
    int n[6], sum = 0;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 6; i++) {
        n[i] = i;
        pthread_mutex_lock(&mutex);
        tasks[n_tasks++] = (struct task){ square, &n[i] };
        pthread_cond_signal(&wake);
        pthread_mutex_unlock(&mutex);
    }
#ifdef GUILTY
    shutting_down = 1;
    pthread_mutex_lock(&mutex);
#else
    pthread_mutex_lock(&mutex);
    shutting_down = 1;
#endif
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < 6; i++)
        sum += n[i];
    printf("%d\n", sum);
    return sum == 55 ? 0 : 1;
}
