// A server thread answers requests over a socketpair and keeps statistics that the client asks for directly.
// guilty: race: the client reads the statistics without the mutex
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct { int requests; long bytes; } stats;

static void *server(void *arg)
{
    int fd = *(int *)arg, n;
    while (read(fd, &n, sizeof n) == sizeof n) {
        int answer = n * n;
        if (write(fd, &answer, sizeof answer) != sizeof answer)
            break;
        pthread_mutex_lock(&mutex);
        stats.requests++;
        stats.bytes += sizeof n + sizeof answer;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static long bytes_so_far(void)
{
#ifdef GUILTY
    return stats.bytes;
#else
    pthread_mutex_lock(&mutex);
    long b = stats.bytes;
    pthread_mutex_unlock(&mutex);
    return b;
#endif
}

int main(void)
{
    int fd[2], answer, sum = 0;
    pthread_t t;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0)
        return 1;
    pthread_create(&t, NULL, server, &fd[1]);
    for (int n = 1; n <= 4; n++) {
        if (write(fd[0], &n, sizeof n) != sizeof n || read(fd[0], &answer, sizeof answer) != sizeof answer)
            return 1;
        sum += answer;
    }
    long some = bytes_so_far();
    shutdown(fd[0], SHUT_WR);
    pthread_join(t, NULL);
    printf("sum %d, %s bytes, %d requests\n", sum, some <= stats.bytes ? "some" : "odd", stats.requests);
    close(fd[0]);
    close(fd[1]);
    return sum == 30 && stats.requests == 4 ? 0 : 1;
}
