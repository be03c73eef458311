// A thread beats under a mutex for as long as the program runs; main looks at it a few times and ends.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned beats;

static void *beat(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        beats++;
        pthread_mutex_unlock(&lock);
        usleep(1000);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, beat, NULL);
    for (int i = 0; i < 3; i++) {
        usleep(2000);
        pthread_mutex_lock(&lock);
        printf("alive: %s\n", beats > 0 ? "yes" : "not yet");
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
