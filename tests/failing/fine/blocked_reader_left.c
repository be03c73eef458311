// Main returns while a detached thread is blocked in a read for good.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *listen_to(void *arg)
{
    char c;
    while (read(ends[0], &c, 1) == 1)
        putchar(c);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, listen_to, NULL);
    pthread_detach(t);
    usleep(5000);
    puts("main ends");
    return 0;
}
