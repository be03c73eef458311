// An event loop sleeps in poll; other threads put work into its list and wake it through an eventfd.
// guilty: race: submit() links the job in without the mutex
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>

static struct job { int amount; struct job *next; } *jobs;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int wakeup;

static void submit(int amount)
{
    struct job *j = malloc(sizeof *j);
    j->amount = amount;
#ifdef GUILTY
    j->next = jobs, jobs = j;
#else
    pthread_mutex_lock(&mutex);
    j->next = jobs, jobs = j;
    pthread_mutex_unlock(&mutex);
#endif
    eventfd_write(wakeup, 1);
}

static void *client(void *arg)
{
    submit(*(int *)arg);
    submit(*(int *)arg);
    return NULL;
}

int main(void)
{
    int done = 0, sum = 0, amount[2] = { 1, 100 };
    pthread_t t[2];
    wakeup = eventfd(0, 0);
    pthread_create(&t[0], NULL, client, &amount[0]);
    pthread_create(&t[1], NULL, client, &amount[1]);
    while (done < 4) {
        struct pollfd p = { .fd = wakeup, .events = POLLIN };
        eventfd_t n;
        if (poll(&p, 1, -1) != 1 || eventfd_read(wakeup, &n) != 0)
            return 1;
        pthread_mutex_lock(&mutex);
        struct job *batch = jobs;
        jobs = NULL;
        pthread_mutex_unlock(&mutex);
        for (struct job *next; batch; batch = next, done++) {
            next = batch->next;
            sum += batch->amount;
            free(batch);
        }
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    printf("%d\n", sum);
    return sum == 202 ? 0 : 1;
}
