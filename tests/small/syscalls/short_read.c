// A read that gets three bytes touches three; another thread has the bytes behind them.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[8];
static int ends[2];

static void *fill(void *arg)
{
    if (read(ends[0], buffer, 3) != 3)
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) || write(ends[1], "abc", 3) != 3)
        return 1;
    pthread_create(&t, NULL, fill, NULL);
    for (int i = 3; i < 7; i++)
        buffer[i] = '-';
    pthread_join(t, NULL);
    puts(buffer);
    return 0;
}
