// A library takes its lock before each fork, and gives it back on both sides.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

static void take(void) { pthread_mutex_lock(&lock); }
static void give_back(void) { pthread_mutex_unlock(&lock); }

static void *use(void *arg)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        used += 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    int status;
    pthread_atfork(take, give_back, give_back);
    pthread_create(&t, NULL, use, NULL);
    pid_t child = fork();
    if (child == 0) {
        pthread_t other;
        used = 0;
        pthread_create(&other, NULL, use, NULL);
        use(NULL);
        pthread_join(other, NULL);
        _exit(used);
    }
    waitpid(child, &status, 0);
    pthread_join(t, NULL);
    printf("%d %d\n", used, WEXITSTATUS(status));
    return used == 5 && WEXITSTATUS(status) == 10 ? 0 : 1;
}
