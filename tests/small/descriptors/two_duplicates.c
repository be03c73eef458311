// A thread closes its duplicate while main goes on with the original.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *write_and_close(void *arg)
{
    int fd = *(int *)arg;
    ssize_t n = write(fd, "a", 1);
    close(fd);
    return n == 1 ? NULL : arg;
}

int main(void)
{
    pthread_t t;
    int fd = open("/dev/null", O_WRONLY), copy = dup(fd);
    pthread_create(&t, NULL, write_and_close, &copy);
    ssize_t n = write(fd, "b", 1);
    close(fd);
    pthread_join(t, NULL);
    printf("%d\n", (int)n);
    return 0;
}
