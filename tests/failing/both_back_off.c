// Two threads hold one lock each, try the other's, back off, and meet again for ever.
// shows: hang, livelock, deadlock
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_barrier_t both;

static void *polite(void *arg)
{
    int me = *(int *)arg;
    for (;;) {
        pthread_mutex_lock(&lock[me]);
        pthread_barrier_wait(&both);
        int got = pthread_mutex_trylock(&lock[1 - me]) == 0; // HERE
        pthread_barrier_wait(&both);
        if (got)
            pthread_mutex_unlock(&lock[1 - me]);
        pthread_mutex_unlock(&lock[me]);
        if (got)
            return NULL;
        usleep(100);
    }
}

int main(void)
{
    pthread_t t[2];
    int id[2] = { 0, 1 };
    pthread_barrier_init(&both, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, polite, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    puts("never");
    return 0;
}
