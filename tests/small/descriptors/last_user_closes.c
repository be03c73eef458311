// A table of connections with reference counts: the last user closes the socket.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct connection { int fd; atomic_int users; };

static void drop(struct connection *c)
{
    if (atomic_fetch_sub(&c->users, 1) == 1) {
        close(c->fd);
        free(c);
    }
}
static void *say(void *arg)
{
    struct connection *c = arg;
    if (send(c->fd, "hi", 2, MSG_NOSIGNAL) != 2)
        arg = NULL;
    drop(c);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    int pair[2];
    char text[8];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return 1;
    struct connection *c = malloc(sizeof *c);
    c->fd = pair[0];
    atomic_init(&c->users, 3);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, say, c);
    drop(c);
    int n = 0;
    ssize_t m;
    while ((m = recv(pair[1], text, sizeof text, 0)) > 0)
        n += (int)m;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    close(pair[1]);
    printf("%d\n", n);
    return 0;
}
