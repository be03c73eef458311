// Main changes a buffer that a thread is writing to a file.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char page[64] = "old text";

static void *save(void *arg)
{
    if (write(*(int *)arg, page, sizeof page) < 0) // RACE
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int fd = open("/dev/null", O_WRONLY);
    pthread_create(&t, NULL, save, &fd);
    page[0] = 'O'; // RACE
    pthread_join(t, NULL);
    close(fd);
    puts(page);
    return 0;
}
