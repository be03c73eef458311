// A page is changed and written under the same mutex.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char page[64] = "old text";

static void *save(void *arg)
{
    ssize_t n;
    pthread_mutex_lock(&lock);
    n = write(*(int *)arg, page, sizeof page);
    pthread_mutex_unlock(&lock);
    return n > 0 ? NULL : arg;
}

int main(void)
{
    pthread_t t;
    int fd = open("/dev/null", O_WRONLY);
    pthread_create(&t, NULL, save, &fd);
    pthread_mutex_lock(&lock);
    page[0] = 'O';
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    close(fd);
    puts(page);
    return 0;
}
