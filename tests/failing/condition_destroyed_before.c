// A worker signals a condition that main has destroyed already.
// shows: misuse
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static int done;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    done++;
    pthread_cond_broadcast(&changed); // HERE
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_cond_init(&changed, NULL);
    pthread_cond_destroy(&changed);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    printf("%d\n", done);
    return 0;
}
