// The writer closes its end; the reader sees the end of file and closes the other.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *arg)
{
    for (char c = 'a'; c < 'e'; c++)
        if (write(ends[1], &c, 1) != 1)
            break;
    close(ends[1]);
    return arg;
}

int main(void)
{
    pthread_t t;
    char c;
    int n = 0;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, produce, NULL);
    while (read(ends[0], &c, 1) == 1)
        n++;
    close(ends[0]);
    pthread_join(t, NULL);
    printf("%d\n", n);
    return n == 4 ? 0 : 1;
}
