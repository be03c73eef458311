// The condition lies in memory that holds what was there before; whoever waits for it gives up after a moment.
// shows: misuse
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int letters;
};

static void *collect(void *arg)
{
    struct mailbox *m = arg;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec = (until.tv_nsec + 5000000) % 1000000000;
    pthread_mutex_lock(&m->lock);
    if (m->letters == 0)
        pthread_cond_timedwait(&m->filled, &m->lock, &until); // HERE
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct mailbox *m = malloc(sizeof *m);
    memset(m, 0x5a, sizeof *m);
    m->letters = 0;
    pthread_mutex_init(&m->lock, NULL);
    pthread_create(&t, NULL, collect, m);
    pthread_join(t, NULL);
    printf("%d\n", m->letters);
    free(m);
    return 0;
}
