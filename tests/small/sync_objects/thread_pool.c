// A pool of threads with its own lock and condition, made and destroyed twice.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool { pthread_mutex_t lock; pthread_cond_t work, idle; int jobs, running, stop; pthread_t t[2]; };

static void *worker(void *arg)
{
    struct pool *p = arg;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->jobs == 0 && !p->stop)
            pthread_cond_wait(&p->work, &p->lock);
        if (p->jobs == 0)
            break;
        p->jobs--;
        p->running++;
        pthread_mutex_unlock(&p->lock);
        pthread_mutex_lock(&p->lock);
        if (--p->running == 0 && p->jobs == 0)
            pthread_cond_signal(&p->idle);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}
static struct pool *make(void)
{
    struct pool *p = malloc(sizeof *p);
    *p = (struct pool){ .jobs = 0 };
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->idle, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&p->t[i], NULL, worker, p);
    return p;
}
static void end(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->jobs || p->running)
        pthread_cond_wait(&p->idle, &p->lock);
    p->stop = 1;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < 2; i++)
        pthread_join(p->t[i], NULL);
    pthread_cond_destroy(&p->idle);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
int main(void)
{
    for (int round = 0; round < 2; round++) {
        struct pool *p = make();
        for (int i = 0; i < 4; i++) {
            pthread_mutex_lock(&p->lock);
            p->jobs++;
            pthread_cond_signal(&p->work);
            pthread_mutex_unlock(&p->lock);
        }
        end(p);
    }
    puts("done");
    return 0;
}
