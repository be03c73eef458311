// A thread reads from a pipe into a buffer that main looks at.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[8];
static int ends[2];

static void *fill(void *arg)
{
    if (read(ends[0], buffer, sizeof buffer) < 0) // RACE
        arg = NULL;
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) || write(ends[1], "content", 8) != 8)
        return 1;
    pthread_create(&t, NULL, fill, NULL);
    char first = buffer[0]; // RACE
    pthread_join(t, NULL);
    printf("%d\n", first);
    return 0;
}
