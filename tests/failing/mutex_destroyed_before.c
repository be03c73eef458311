// A worker locks a mutex that main has destroyed already, and does not look at what the call says.
// shows: misuse
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;
static int done;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock); // HERE
    done++;
    pthread_mutex_unlock(&lock); // HERE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_destroy(&lock);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    printf("%d\n", done);
    return 0;
}
