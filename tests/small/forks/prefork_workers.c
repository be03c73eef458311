// A server of three worker processes, each with two threads that share a queue under a mutex.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_job, done;

static void *serve(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int job = next_job < 4 ? next_job++ : -1;
        if (job >= 0)
            done += job;
        pthread_mutex_unlock(&lock);
        if (job < 0)
            return arg;
    }
}

static int worker(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, serve, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return done;
}

int main(void)
{
    int sum = 0, status;
    for (int i = 0; i < 3; i++)
        if (fork() == 0)
            _exit(worker());
    while (wait(&status) > 0)
        sum += WEXITSTATUS(status);
    printf("%d\n", sum);
    return sum == 18 ? 0 : 1;
}
