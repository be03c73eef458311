// Users of a descriptor and whoever closes it agree under a mutex.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int fd = -1;

static void *use(void *arg)
{
    pthread_mutex_lock(&lock);
    if (fd >= 0 && write(fd, "x", 1) != 1)
        arg = "failed";
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    void *failed;
    fd = open("/dev/null", O_WRONLY);
    pthread_create(&t, NULL, use, NULL);
    pthread_mutex_lock(&lock);
    close(fd);
    fd = -1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, &failed);
    puts(failed ? "failed" : "fine");
    return failed ? 1 : 0;
}
