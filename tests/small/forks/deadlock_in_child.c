// Two threads of a child take two locks in opposite order.
// finds: deadlock
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // RACE
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *back(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // RACE
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void)
{
    pid_t child = fork();
    if (child == 0) {
        pthread_t x, y;
        pthread_create(&x, NULL, forth, NULL);
        usleep(2000);
        pthread_create(&y, NULL, back, NULL);
        pthread_join(x, NULL);
        pthread_join(y, NULL);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
