// An event loop with poll that is told by a pipe to stop; workers send it descriptors through a socket.
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int wake[2], mail[2];

static void *loop(void *arg)
{
    int *got = arg, clients[4], n = 0;
    for (;;) {
        struct pollfd p[6] = { { wake[0], POLLIN, 0 }, { mail[1], POLLIN, 0 } };
        for (int i = 0; i < n; i++)
            p[2 + i] = (struct pollfd){ clients[i], POLLIN, 0 };
        if (poll(p, (nfds_t)n + 2, -1) < 0)
            return NULL;
        if (p[1].revents) {
            int fd;
            if (read(mail[1], &fd, sizeof fd) == sizeof fd)
                clients[n++] = fd;
            continue;
        }
        if (p[0].revents)
            break;
    }
    for (int i = 0; i < n; i++) {
        char c;
        while (read(clients[i], &c, 1) == 1)
            ++*got;
        close(clients[i]);
    }
    return NULL;
}
static void *worker(void *arg)
{
    int ends[2];
    if (pipe(ends))
        return NULL;
    if (write(mail[0], &ends[0], sizeof ends[0]) != sizeof ends[0])
        return NULL;
    if (write(ends[1], "abc", 3) != 3)
        return NULL;
    close(ends[1]);
    return arg;
}
int main(void)
{
    pthread_t l, t[2];
    int got = 0;
    if (pipe(wake) || socketpair(AF_UNIX, SOCK_STREAM, 0, mail))
        return 1;
    pthread_create(&l, NULL, loop, &got);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (write(wake[1], "x", 1) != 1)
        return 1;
    pthread_join(l, NULL);
    close(wake[0]);
    close(wake[1]);
    close(mail[0]);
    close(mail[1]);
    printf("%s\n", got <= 6 ? "fine" : "odd");
    return 0;
}
