// A thread forks a child that ends at once, and waits for it; main only joins.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *run_child(void *arg)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(*(int *)arg);
    waitpid(child, &status, 0);
    return (void *)(intptr_t)WEXITSTATUS(status);
}

int main(void)
{
    pthread_t t[2];
    int code[2] = { 3, 4 }, sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run_child, &code[i]);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(t[i], &result);
        sum += (int)(intptr_t)result;
    }
    printf("%d\n", sum);
    return sum == 7 ? 0 : 1;
}
