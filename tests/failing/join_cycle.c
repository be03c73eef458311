// Main joins a thread that joins another one, which wants the lock that main holds.
// shows: deadlock, hang
#include <pthread.h>
#include <stdio.h>

static pthread_t first, second;
static pthread_barrier_t known;

static void *wait_for(void *arg)
{
    pthread_barrier_wait(&known);
    pthread_join(*(pthread_t *)arg, NULL); // HERE
    return NULL;
}

static void *wait_late(void *arg)
{
    pthread_barrier_wait(&known);
    pthread_mutex_t *gate = arg;
    pthread_mutex_lock(gate); // HERE
    pthread_mutex_unlock(gate);
    return NULL;
}

int main(void)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_barrier_init(&known, NULL, 3);
    pthread_mutex_lock(&gate);
    pthread_create(&first, NULL, wait_late, &gate);
    pthread_create(&second, NULL, wait_for, &first);
    pthread_barrier_wait(&known);
    pthread_join(second, NULL); // HERE
    pthread_mutex_unlock(&gate);
    pthread_join(first, NULL);
    puts("never");
    return 0;
}
