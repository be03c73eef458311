// Main destroys the mutex as soon as it sees the flag; the worker has still to give it back.
// finds: race, misuse
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock;
static atomic_int done;
static int n;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    n++;
    atomic_store(&done, 1);
    pthread_mutex_unlock(&lock); // RACE
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&t, NULL, work, NULL);
    while (!atomic_load(&done))
        usleep(100);
    pthread_mutex_destroy(&lock); // RACE
    pthread_join(t, NULL);
    printf("%d\n", n);
    return 0;
}
