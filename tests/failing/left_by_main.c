// Main leaves two threads to themselves, and each of them waits for the other one's end.
// shows: deadlock, hang
#include <pthread.h>

static pthread_t both[2];
static pthread_barrier_t known;

static void *wait_for(void *arg)
{
    pthread_barrier_wait(&known);
    pthread_join(*(pthread_t *)arg, NULL); // HERE
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&known, NULL, 3);
    pthread_create(&both[0], NULL, wait_for, &both[1]);
    pthread_create(&both[1], NULL, wait_for, &both[0]);
    pthread_barrier_wait(&known);
    pthread_exit(NULL);
}
