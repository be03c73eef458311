// A client puts a request that lies on its stack into the queue, and waits for the answer.
#include <pthread.h>
#include <stdio.h>

struct request { int number, answer, is_done; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;
static struct request *queued;

static void *client(void *arg)
{
    struct request mine = {*(int *)arg, 0, 0};
    pthread_mutex_lock(&lock);
    queued = &mine;
    pthread_cond_signal(&came);
    while (!mine.is_done)
        pthread_cond_wait(&answered, &lock);
    pthread_mutex_unlock(&lock);
    *(int *)arg = mine.answer;
    return NULL;
}

static void *server(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!queued)
        pthread_cond_wait(&came, &lock);
    struct request *r = queued;
    pthread_mutex_unlock(&lock);
    const int answer = r->number + 1;
    pthread_mutex_lock(&lock);
    r->answer = answer;
    r->is_done = 1;
    pthread_cond_signal(&answered);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    int number = 3;
    pthread_t c, s;
    pthread_create(&s, NULL, server, NULL);
    pthread_create(&c, NULL, client, &number);
    pthread_join(c, NULL);
    pthread_join(s, NULL);
    printf("%d\n", number);
    return 0;
}
