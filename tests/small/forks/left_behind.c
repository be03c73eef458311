// Threads of the parent are not in the child: what they did is over there, joined or not.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int a, b;
static sem_t ready, end;

static void *set_a(void *arg)
{
    a = 1;
    return arg;
}

static void *set_b(void *arg)
{
    b = 1;
    sem_post(&ready);
    sem_wait(&end);
    return arg;
}

static void *change(void *arg)
{
    *(int *)arg += 1;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int status;
    sem_init(&ready, 0, 0);
    sem_init(&end, 0, 0);
    pthread_create(&t[0], NULL, set_a, NULL);
    pthread_create(&t[1], NULL, set_b, NULL);
    sem_wait(&ready);
    pid_t child = fork();
    if (child == 0) {
        pthread_t x, y;
        a = b = 5;
        pthread_create(&x, NULL, change, &a);
        pthread_create(&y, NULL, change, &b);
        pthread_join(x, NULL);
        pthread_join(y, NULL);
        _exit(a + b);
    }
    sem_post(&end);
    waitpid(child, &status, 0);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    printf("%d %d\n", a + b, WEXITSTATUS(status));
    return a + b == 2 && WEXITSTATUS(status) == 12 ? 0 : 1;
}
