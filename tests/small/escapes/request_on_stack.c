// A client puts a request that lies on its stack into the queue, and does not wait for the answer.
// finds: uaf, race
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

struct request { int number, answer; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER;
static struct request *queued;

static void *client(void *arg)
{
    struct request mine = {*(int *)arg, 0};
    pthread_mutex_lock(&lock);
    queued = &mine;
    pthread_cond_signal(&came);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 20; i++)
        sched_yield();
    return NULL;
}

static void *server(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!queued)
        pthread_cond_wait(&came, &lock);
    struct request *r = queued;
    pthread_mutex_unlock(&lock);
    r->answer = 7; // RACE
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
    printf("fine\n");
    return 0;
}
