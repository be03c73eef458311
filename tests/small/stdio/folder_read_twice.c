// Two threads read one folder through one stream.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>

static DIR *folder;

static void *count(void *arg)
{
    struct dirent *e = readdir(folder); // RACE
    return e && e->d_name[0] ? arg : NULL; // RACE maybe
}
int main(void)
{
    pthread_t a, b;
    folder = opendir("/");
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    closedir(folder);
    puts("read");
    return 0;
}
