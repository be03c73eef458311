// Two threads share the work of reading a folder, under a lock.
// guilty: race: without one
// rows: folder_streams
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static DIR *folder;

static void *count(void *arg)
{
    for (int i = 0; i < 2; i++) {
#ifndef GUILTY
        pthread_mutex_lock(&lock);
#endif
        int is_there = readdir(folder) != NULL;
#ifndef GUILTY
        pthread_mutex_unlock(&lock);
#endif
        *(int *)arg += is_there;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int first = 0, second = 0;
    folder = opendir("/");
    pthread_create(&a, NULL, count, &first);
    pthread_create(&b, NULL, count, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    closedir(folder);
    (void)lock;
    puts(first + second > 0 ? "read" : "odd");
    return 0;
}
