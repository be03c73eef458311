// A connection is replaced by close and open while a sender has read the old number.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int connection;

static void *send_word(void *arg)
{
    int fd = atomic_load(&connection);
    ssize_t n = write(fd, "word", 4); // RACE
    (void)n;
    return arg;
}

int main(void)
{
    pthread_t t;
    atomic_store(&connection, open("/dev/null", O_WRONLY));
    pthread_create(&t, NULL, send_word, NULL);
    usleep(2000);
    int old = atomic_exchange(&connection, -1);
    close(old); // RACE
    atomic_store(&connection, open("/dev/null", O_WRONLY));
    pthread_join(t, NULL);
    puts("replaced");
    return 0;
}
