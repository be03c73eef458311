// A forked child starts two threads that race.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int count;

static void *add(void *arg)
{
    count += 1; // RACE
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
        _exit(count > 0 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
