// A child process crashes, and its parent says so.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void *try_out(void *arg)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = { 0, 0 };
        setrlimit(RLIMIT_CORE, &none);
        *(volatile int *)arg = 1;
        _exit(0);
    }
    waitpid(child, &status, 0);
    printf("%s\n", WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV ? "it crashed" : "it did not");
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, try_out, NULL);
    pthread_join(t, NULL);
    return 0;
}
