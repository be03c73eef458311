// Main stops a server by closing the socket that it accepts connections from.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener;

static void *serve(void *arg)
{
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK); // RACE
    if (fd >= 0)
        close(fd);
    return arg;
}
int main(void)
{
    pthread_t t;
    struct sockaddr_un where = { .sun_family = AF_UNIX };
    snprintf(where.sun_path + 1, 40, "fw-listener-%d", (int)getpid());
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(listener, (struct sockaddr *)&where, sizeof where) || listen(listener, 4))
        return 1;
    pthread_create(&t, NULL, serve, NULL);
    usleep(2000);
    close(listener); // RACE
    pthread_join(t, NULL);
    puts("stopped");
    return 0;
}
