// A hundred children one after the other, of which every tenth has a thread.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *add(void *arg)
{
    *(int *)arg += 1;
    return NULL;
}

static int child_main(int i)
{
    pthread_t t;
    int number = i % 2;
    if (i % 10 == 0) {
        pthread_create(&t, NULL, add, &number);
        pthread_join(t, NULL);
    }
    return number;
}

int main(void)
{
    int sum = 0, status;
    for (int i = 0; i < 100; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(child_main(i));
        waitpid(child, &status, 0);
        sum += WEXITSTATUS(status);
    }
    printf("%d\n", sum);
    return sum == 60 ? 0 : 1;
}
