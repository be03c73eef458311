// What a thread wrote before it writes to a pipe may be read by who read from the pipe.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static int result;

static void *work(void *arg)
{
    result = 12;
    if (write(ends[1], "!", 1) != 1)
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t t;
    char c;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, work, NULL);
    if (read(ends[0], &c, 1) != 1)
        return 1;
    printf("%d\n", result);
    pthread_join(t, NULL);
    return result == 12 ? 0 : 1;
}
