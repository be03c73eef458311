// A connection is closed and its number given to another one while a sender is about to use it.
// names: race, fd, atomicity
// effect: output, another, wrong, closed
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct client {
    int fd;
    int closed;
};

static pthread_mutex_t clients_lock = PTHREAD_MUTEX_INITIALIZER;
static int peers[2][2];
static struct client client;

static void *sender(void *arg)
{
    pthread_mutex_lock(&clients_lock);
    int fd = client.closed ? -1 : client.fd;
    pthread_mutex_unlock(&clients_lock);
    if (fd >= 0 && send(fd, "private", 7, MSG_NOSIGNAL) < 0) // HERE
        arg = NULL;
    return arg;
}

static void *closer(void *arg)
{
    usleep(2000);
    pthread_mutex_lock(&clients_lock);
    client.closed = 1;
    int fd = client.fd;
    pthread_mutex_unlock(&clients_lock);
    close(fd); // HERE
    // The next connection gets the lowest number that is free.
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, peers[1]))
        return NULL;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    char text[16] = "";
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, peers[0]))
        return 1;
    client.fd = peers[0][0];
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, closer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    ssize_t n = recv(peers[1][1], text, sizeof text - 1, MSG_DONTWAIT);
    puts(n > 0 ? "another client got it" : "delivered");
    for (int i = 0; i < 2; i++)
        close(peers[1][i]);
    close(peers[0][1]);
    return 0;
}
