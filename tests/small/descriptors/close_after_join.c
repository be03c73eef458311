// The pipe is closed after the thread that writes to it was joined.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *talk(void *arg)
{
    ssize_t n = write(ends[1], "hello", 5);
    (void)n;
    return arg;
}

int main(void)
{
    pthread_t t;
    char text[8] = "";
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, talk, NULL);
    pthread_join(t, NULL);
    close(ends[1]);
    ssize_t n = read(ends[0], text, 5);
    close(ends[0]);
    printf("%s\n", text);
    return n == 5 ? 0 : 1;
}
