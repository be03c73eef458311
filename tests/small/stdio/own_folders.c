// Threads read folders, each with a stream of its own, and one after the other with a shared one.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static DIR *shared;

static void *count(void *arg)
{
    int n = 0;
    DIR *own = opendir("/");
    while (readdir(own))
        n++;
    closedir(own);
    pthread_mutex_lock(&lock);
    while (n > 0 && readdir(shared))
        n--;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    shared = opendir("/");
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    closedir(shared);
    puts("counted");
    return 0;
}
