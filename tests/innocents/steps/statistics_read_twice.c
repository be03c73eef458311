// A display reads the counters twice and shows how they grew.
// guilty: race: the second look is without the lock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests, errors;

static void *server(void *arg)
{
    for (int i = 0; i < 8; i++) {
        pthread_mutex_lock(&lock);
        requests++;
        errors += i % 4 == 3;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *display(void *arg)
{
    pthread_mutex_lock(&lock);
    unsigned before = requests;
    pthread_mutex_unlock(&lock);
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    unsigned now = requests, bad = errors;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    *(int *)arg = now >= before && bad <= now;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int sound = 0;
    pthread_create(&a, NULL, server, NULL);
    pthread_create(&b, NULL, display, &sound);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%u requests\n", requests);
    return !sound;
}
