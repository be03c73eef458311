// A log's descriptor is turned to another file with dup2 while it is closed elsewhere.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int log_fd;

static void *shut(void *arg)
{
    close(log_fd); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    log_fd = open("/dev/null", O_WRONLY);
    int other = open("/dev/null", O_WRONLY);
    pthread_create(&t, NULL, shut, NULL);
    dup2(other, log_fd); // RACE
    pthread_join(t, NULL);
    close(other);
    puts("rotated");
    return 0;
}
