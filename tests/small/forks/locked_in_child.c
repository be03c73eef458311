// Two threads of a forked child count under a mutex.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *arg)
{
    pthread_mutex_lock(&lock);
    count += 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pid_t child = fork();
    if (child == 0) {
        pthread_t a, b;
        pthread_create(&a, NULL, add, NULL);
        pthread_create(&b, NULL, add, NULL);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        _exit(count == 2 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
