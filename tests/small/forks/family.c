// Children of children, each generation with a thread of its own, and signals to the parent.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int depth;

static void *deeper(void *arg)
{
    *(int *)arg = depth + 1;
    return NULL;
}

static int generation(int left)
{
    pthread_t t;
    int next = 0, status = 0;
    pthread_create(&t, NULL, deeper, &next);
    pthread_join(t, NULL);
    depth = next;
    if (left == 0)
        return depth;
    if (fork() == 0) {
        kill(getppid(), SIGUSR1);
        _exit(generation(left - 1));
    }
    while (wait(&status) < 0) {
    }
    return WEXITSTATUS(status);
}

static void hear(int number) { (void)number; }

int main(void)
{
    signal(SIGUSR1, hear);
    int result = generation(2);
    printf("%d\n", result);
    return result == 3 ? 0 : 1;
}
