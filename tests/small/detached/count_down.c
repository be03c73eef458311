// Detached threads count down under a mutex; main waits for zero at a condition.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
static int left = 3, result[3];

static void *work(void *arg)
{
    int *mine = arg;
    *mine = 5;
    pthread_mutex_lock(&lock);
    if (--left == 0)
        pthread_cond_signal(&zero);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, NULL, work, &result[i]);
        pthread_detach(t);
    }
    pthread_mutex_lock(&lock);
    while (left > 0)
        pthread_cond_wait(&zero, &lock);
    pthread_mutex_unlock(&lock);
    printf("%d\n", result[0] + result[1] + result[2]);
    return 0;
}
