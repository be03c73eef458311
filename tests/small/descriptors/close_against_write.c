// Main closes the pipe while a thread writes to it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *talk(void *arg)
{
    ssize_t n = write(ends[1], "hello", 5); // RACE
    (void)n;
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, talk, NULL);
    usleep(2000);
    close(ends[1]); // RACE
    pthread_join(t, NULL);
    close(ends[0]);
    puts("closed");
    return 0;
}
