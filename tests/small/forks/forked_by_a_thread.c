// A thread forks; in the child it goes on alone, starts others, and works with what main had prepared.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int table[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *arg)
{
    pthread_mutex_lock(&lock);
    sum += table[(intptr_t)arg];
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *run(void *arg)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        pthread_t t[4];
        table[0] = 10;
        for (intptr_t i = 0; i < 4; i++)
            pthread_create(&t[i], NULL, add, (void *)i);
        for (int i = 0; i < 4; i++)
            pthread_join(t[i], NULL);
        _exit(sum);
    }
    waitpid(child, &status, 0);
    *(int *)arg = WEXITSTATUS(status);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int result = 0;
    for (int i = 0; i < 4; i++)
        table[i] = i;
    pthread_create(&t, NULL, run, &result);
    pthread_join(t, NULL);
    printf("%d\n", result);
    return result == 16 ? 0 : 1;
}
