// The child of a program with threads makes the lock anew, whoever had it.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted, go_on[2];

static void anew(void) { pthread_mutex_init(&lock, NULL); }

static void *hold(void *arg)
{
    char c;
    pthread_mutex_lock(&lock);
    counted += read(go_on[0], &c, 1) == 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *count(void *arg)
{
    pthread_mutex_lock(&lock);
    counted += 10;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    int status;
    if (pipe(go_on) != 0)
        return 1;
    pthread_atfork(NULL, NULL, anew);
    pthread_create(&t, NULL, hold, NULL);
    usleep(5000);
    pid_t child = fork();
    if (child == 0) {
        pthread_t a, b;
        counted = 0;
        pthread_create(&a, NULL, count, NULL);
        pthread_create(&b, NULL, count, NULL);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        _exit(counted);
    }
    if (write(go_on[1], "x", 1) != 1)
        return 1;
    waitpid(child, &status, 0);
    pthread_join(t, NULL);
    printf("%d %d\n", counted, WEXITSTATUS(status));
    return counted == 1 && WEXITSTATUS(status) == 20 ? 0 : 1;
}
