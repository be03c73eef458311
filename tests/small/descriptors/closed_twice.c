// Two threads close the same descriptor; in between somebody else may have got its number.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int fd;

static void *give_up(void *arg)
{
    close(fd); // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    fd = dup(1);
    pthread_create(&a, NULL, give_up, NULL);
    pthread_create(&b, NULL, give_up, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("closed");
    return 0;
}
