// The lock is kept over the fork as it should be, but a counter beside it is forgotten.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept, forgotten;

static void take(void) { pthread_mutex_lock(&lock); }
static void give_back(void) { pthread_mutex_unlock(&lock); }

static void *use(void *arg)
{
    pthread_mutex_lock(&lock);
    kept++;
    pthread_mutex_unlock(&lock);
    forgotten++; // RACE
    return arg;
}

int main(void)
{
    int status;
    pthread_atfork(take, give_back, give_back);
    pid_t child = fork();
    if (child == 0) {
        pthread_t a, b;
        pthread_create(&a, NULL, use, NULL);
        pthread_create(&b, NULL, use, NULL);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        _exit(kept == 2 && forgotten > 0 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return WEXITSTATUS(status);
}
