// Three threads in a circle hold one lock each and want the next.
// shows: deadlock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER };
static pthread_barrier_t all;

static void *dine(void *arg)
{
    int i = *(int *)arg;
    pthread_mutex_lock(&lock[i]);
    pthread_barrier_wait(&all);
    pthread_mutex_lock(&lock[(i + 1) % 3]); // HERE
    pthread_mutex_unlock(&lock[(i + 1) % 3]);
    pthread_mutex_unlock(&lock[i]);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int id[3] = { 0, 1, 2 };
    pthread_barrier_init(&all, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, dine, &id[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    puts("never");
    return 0;
}
