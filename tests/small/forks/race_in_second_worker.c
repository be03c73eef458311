// Of two worker processes one keeps its statistics without the lock.
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests, is_careless;

static void *serve(void *arg)
{
    if (!is_careless)
        pthread_mutex_lock(&lock);
    requests += 1; // RACE
    if (!is_careless)
        pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    int bad = 0, status;
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            pthread_t a, b;
            is_careless = i;
            pthread_create(&a, NULL, serve, NULL);
            pthread_create(&b, NULL, serve, NULL);
            pthread_join(a, NULL);
            pthread_join(b, NULL);
            _exit(requests > 0 ? 0 : 1);
        }
    while (wait(&status) > 0)
        bad += status != 0;
    printf("%d\n", bad);
    return bad;
}
