// A daemon of two forks has two threads that race.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int hits;

static void *serve(void *arg)
{
    hits++; // RACE
    return arg;
}

int main(void)
{
    int ends[2];
    char answer = 0;
    if (pipe(ends) != 0)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            pthread_t a, b;
            pthread_create(&a, NULL, serve, NULL);
            pthread_create(&b, NULL, serve, NULL);
            pthread_join(a, NULL);
            pthread_join(b, NULL);
            answer = (char)hits;
            _exit(write(ends[1], &answer, 1) != 1);
        }
        _exit(0);
    }
    close(ends[1]);
    waitpid(child, NULL, 0);
    ssize_t got = read(ends[0], &answer, 1);
    printf("%d\n", (int)got);
    return got == 1 ? 0 : 1;
}
