// Two threads of a child hand something on through the parent, by pipes.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int up[2], down[2], message;

static void *first(void *arg)
{
    message = 42;
    *(int *)arg = write(up[1], "x", 1) == 1;
    return NULL;
}

static void *second(void *arg)
{
    char c;
    *(int *)arg = read(down[0], &c, 1) == 1 ? message : 0;
    return NULL;
}

int main(void)
{
    int status;
    char c;
    if (pipe(up) != 0 || pipe(down) != 0)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        pthread_t a, b;
        int sent = 0, got = 0;
        pthread_create(&a, NULL, first, &sent);
        pthread_create(&b, NULL, second, &got);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        _exit(sent ? got : 1);
    }
    if (read(up[0], &c, 1) != 1 || write(down[1], &c, 1) != 1)
        return 1;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status) == 42 ? 0 : 1;
}
