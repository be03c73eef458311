// A server polls a socket to which nobody connects, and gives up after two seconds.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static void *serve(void *arg)
{
    struct pollfd p = { .fd = *(int *)arg, .events = POLLIN };
    for (int i = 0; i < 20; i++)
        if (poll(&p, 1, 100) > 0)
            return arg;
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct sockaddr_in address = { .sin_family = AF_INET };
    int s = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (s < 0 || bind(s, (struct sockaddr *)&address, sizeof address) || listen(s, 4))
        return 0;
    pthread_create(&t, NULL, serve, &s);
    pthread_join(t, NULL);
    close(s);
    puts("nobody came");
    return 0;
}
