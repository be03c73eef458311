// One thread accepts connections and puts them into a set; another one waits for the set, reads and closes.
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int set, stop;

static void *loop(void *arg)
{
    int *got = arg;
    for (;;) {
        struct epoll_event events[4];
        int n = epoll_wait(set, events, 4, -1);
        for (int i = 0; i < n; i++) {
            char text[8];
            int fd = events[i].data.fd;
            if (fd == stop)
                return NULL;
            ssize_t m = read(fd, text, sizeof text);
            if (m <= 0) {
                epoll_ctl(set, EPOLL_CTL_DEL, fd, NULL);
                close(fd);
            } else {
                *got += (int)m;
            }
        }
    }
}

int main(void)
{
    pthread_t t;
    int got = 0;
    set = epoll_create1(0);
    stop = eventfd(0, 0);
    struct epoll_event e = { .events = EPOLLIN, .data.fd = stop };
    epoll_ctl(set, EPOLL_CTL_ADD, stop, &e);
    pthread_create(&t, NULL, loop, &got);
    for (int i = 0; i < 3; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
            return 1;
        e.data.fd = pair[1];
        epoll_ctl(set, EPOLL_CTL_ADD, pair[1], &e);
        if (write(pair[0], "abc", 3) != 3)
            return 1;
        close(pair[0]);
    }
    eventfd_write(stop, 1);
    pthread_join(t, NULL);
    close(stop);
    close(set);
    printf("%s\n", got <= 9 ? "fine" : "odd");
    return 0;
}
