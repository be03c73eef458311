// A thread reads from a pipe that nobody writes to and that nobody closes.
// shows: deadlock, hang
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

static void *listen_to(void *arg)
{
    char c;
    if (read(ends[0], &c, 1) == 1) // HERE
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends))
        return 1;
    pthread_create(&t, NULL, listen_to, NULL);
    pthread_join(t, NULL);
    puts("never");
    return 0;
}
