// Threads open, use and close files of their own; the kernel gives them each other's numbers.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *arg)
{
    for (int i = 0; i < 5; i++) {
        char text[4];
        int fd = open("/dev/zero", O_RDONLY);
        if (fd < 0 || read(fd, text, 4) != 4)
            return "failed";
        close(fd);
    }
    return arg;
}
int main(void)
{
    pthread_t t[3];
    void *failed[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], &failed[i]);
    puts(failed[0] || failed[1] || failed[2] ? "failed" : "fine");
    return 0;
}
