// A thread reads a file that main may already have closed.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *slurp(void *arg)
{
    char text[16];
    ssize_t n = read(*(int *)arg, text, sizeof text); // RACE
    printf("%s\n", n == 16 ? "all" : "not all");
    return NULL;
}

int main(void)
{
    pthread_t t;
    int fd = open("/dev/zero", O_RDONLY);
    pthread_create(&t, NULL, slurp, &fd);
    usleep(3000);
    close(fd); // RACE
    pthread_join(t, NULL);
    return 0;
}
