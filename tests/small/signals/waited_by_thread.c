// Signals are taken by a thread that waits for them; nobody is interrupted.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static sigset_t all;

static void *take(void *arg)
{
    int number = 0;
    sigwait(&all, &number);
    pthread_mutex_lock(&lock);
    count += number == SIGUSR1 ? 100 : 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&all);
    sigaddset(&all, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_create(&t, NULL, take, NULL);
    pthread_kill(t, SIGUSR1);
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        count += 1;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(t, NULL);
    printf("%d\n", count);
    return count == 105 ? 0 : 1;
}
