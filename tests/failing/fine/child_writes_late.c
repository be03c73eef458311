// A thread reads from a pipe; the only one who writes is a child that takes its time.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void *listen_to(void *arg)
{
    char c = 0;
    if (read(ends[0], &c, 1) != 1)
        c = 0;
    *(char *)arg = c;
    return NULL;
}

int main(void)
{
    pthread_t t;
    char told = 0;
    if (pipe(ends))
        return 1;
    const pid_t child = fork();
    if (child == 0) {
        sleep(3);
        _exit(write(ends[1], "x", 1) == 1 ? 0 : 1);
    }
    pthread_create(&t, NULL, listen_to, &told);
    pthread_join(t, NULL);
    waitpid(child, NULL, 0);
    puts(told == 'x' ? "told" : "odd");
    return 0;
}
