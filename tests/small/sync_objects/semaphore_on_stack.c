// A request with a semaphore lies on the stack of who asks, and is gone as soon as it was answered.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

struct request { int question, answer; sem_t done; struct request *next; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct request *queue;
static int stop;

static void *serve(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!queue && !stop)
            pthread_cond_wait(&changed, &lock);
        struct request *r = queue;
        if (r)
            queue = r->next;
        pthread_mutex_unlock(&lock);
        if (!r)
            return arg;
        r->answer = r->question * 2;
        sem_post(&r->done);
    }
}
static int ask(int question)
{
    struct request r = { .question = question };
    sem_init(&r.done, 0, 0);
    pthread_mutex_lock(&lock);
    r.next = queue;
    queue = &r;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    sem_wait(&r.done);
    sem_destroy(&r.done);
    return r.answer;
}
static void *client(void *arg)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += ask(i);
    *(int *)arg = sum;
    return NULL;
}
int main(void)
{
    pthread_t s, t[2];
    int sums[2];
    pthread_create(&s, NULL, serve, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, client, &sums[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(s, NULL);
    printf("%d %d\n", sums[0], sums[1]);
    return 0;
}
