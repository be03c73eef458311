// Two threads receive into the same buffer from two sockets.
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static char packet[16];

static void *receive(void *arg)
{
    recv(*(int *)arg, packet, sizeof packet, 0); // RACE
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int pair[2][2];
    for (int i = 0; i < 2; i++) {
        if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair[i]))
            return 1;
        send(pair[i][0], "packet", 7, 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, receive, &pair[i][1]);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], NULL);
        close(pair[i][0]);
        close(pair[i][1]);
    }
    puts(packet);
    return 0;
}
