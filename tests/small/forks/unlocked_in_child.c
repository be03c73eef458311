// Main forks with a lock in its hands, and the child gives it back there.
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
    int status;
    pthread_mutex_lock(&lock);
    pid_t child = fork();
    if (child == 0) {
        pthread_t t;
        pthread_create(&t, NULL, add, NULL);
        count = 1;
        pthread_mutex_unlock(&lock);
        pthread_join(t, NULL);
        _exit(count);
    }
    pthread_mutex_unlock(&lock);
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status) == 2 ? 0 : 1;
}
