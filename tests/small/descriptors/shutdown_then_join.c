// Main ends a blocked reader with shutdown, joins it and closes the socket only then.
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void *listen_to(void *arg)
{
    char text[16];
    int *total = arg;
    ssize_t n;
    while ((n = recv(pair[1], text, sizeof text, 0)) > 0)
        *total += (int)n;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int total = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return 1;
    pthread_create(&t, NULL, listen_to, &total);
    send(pair[0], "good morning", 12, 0);
    shutdown(pair[0], SHUT_WR);
    pthread_join(t, NULL);
    close(pair[0]);
    close(pair[1]);
    printf("%d\n", total);
    return total == 12 ? 0 : 1;
}
