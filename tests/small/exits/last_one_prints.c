// Main leaves with pthread_exit; whoever is the last of two threads prints the total.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, running = 2;

static void *tally(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        total += i;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    if (--running == 0)
        printf("%d\n", total);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, NULL, tally, NULL);
        pthread_detach(t);
    }
    pthread_exit(NULL);
}
