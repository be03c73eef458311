// A daemon that leaves its parents behind and has threads; it tells what it did through a pipe.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *serve(void *arg)
{
    pthread_mutex_lock(&lock);
    served += 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void be_daemon(int out)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, serve, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    char answer = (char)('0' + served);
    _exit(write(out, &answer, 1) != 1);
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
        if (fork() == 0)
            be_daemon(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    waitpid(child, NULL, 0);
    if (read(ends[0], &answer, 1) != 1)
        return 1;
    printf("%c\n", answer);
    return answer == '2' ? 0 : 1;
}
