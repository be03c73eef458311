// Two threads read from two pipes into the two halves of one buffer.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char buffer[16];
static int ends[2][2];

static void *fill(void *arg)
{
    int i = *(int *)arg;
    if (read(ends[i][0], buffer + 8 * i, 8) != 8)
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int id[2] = { 0, 1 };
    for (int i = 0; i < 2; i++)
        if (pipe(ends[i]) || write(ends[i][1], i ? "second.\0" : "first..\n", 8) != 8)
            return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, fill, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    puts(buffer);
    return 0;
}
