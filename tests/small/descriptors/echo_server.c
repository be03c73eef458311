// A server takes connections and hands each to a detached thread, which answers and closes it.
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { clients = 3 };
static int listener;
static struct sockaddr_in where = { .sin_family = AF_INET };

static void *serve(void *arg)
{
    int fd = *(int *)arg;
    char text[16];
    ssize_t n;
    free(arg);
    while ((n = read(fd, text, sizeof text)) > 0)
        if (write(fd, text, (size_t)n) != n)
            break;
    close(fd);
    return NULL;
}

static void *accept_all(void *arg)
{
    for (int i = 0; i < clients; i++) {
        pthread_t t;
        int *fd = malloc(sizeof *fd);
        *fd = accept(listener, NULL, NULL);
        pthread_create(&t, NULL, serve, fd);
        pthread_detach(t);
    }
    return arg;
}

static void *ask(void *arg)
{
    char text[8] = "";
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&where, sizeof where) == 0) {
        if (write(fd, "hello", 5) == 5 && read(fd, text, 5) > 0)
            *(int *)arg = strcmp(text, "hello") == 0;
    }
    close(fd);
    return NULL;
}

int main(void)
{
    pthread_t server, t[clients];
    int fine[clients] = { 0 };
    socklen_t size = sizeof where;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&where, sizeof where) || listen(listener, 8))
        return 1;
    getsockname(listener, (struct sockaddr *)&where, &size);
    pthread_create(&server, NULL, accept_all, NULL);
    for (int i = 0; i < clients; i++)
        pthread_create(&t[i], NULL, ask, &fine[i]);
    for (int i = 0; i < clients; i++)
        pthread_join(t[i], NULL);
    pthread_join(server, NULL);
    close(listener);
    printf("%d\n", fine[0] + fine[1] + fine[2]);
    return 0;
}
