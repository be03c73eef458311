// A waiter looks whether jobs are left and waits for the last one to be done.
// guilty: deadlock, hang: it looks in a critical section of its own, and waits without looking again
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t none_left = PTHREAD_COND_INITIALIZER;
static int left = 1;

static void *job(void *arg)
{
    pthread_mutex_lock(&lock);
    if (--left == 0) pthread_cond_signal(&none_left);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *waiter(void *arg)
{
    pthread_mutex_lock(&lock);
#ifdef GUILTY
    int wait = left > 0;
    pthread_mutex_unlock(&lock);
    if (!wait) return arg;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&none_left, &lock);
#else
    while (left > 0) pthread_cond_wait(&none_left, &lock);
#endif
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, job, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("all done");
    return 0;
}
