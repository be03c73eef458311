// A web server simulation over socket pairs: two connection threads answer and count the hits.
// guilty: race: the hit counter is incremented after the lock was released
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int hits;
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;

static void count_hit(void)
{
    pthread_mutex_lock(&stats);
#ifdef GUILTY
    pthread_mutex_unlock(&stats);
    hits++;
#else
    hits++;
    pthread_mutex_unlock(&stats);
#endif
}

static void *serve(void *arg)
{
    int fd = *(int *)arg;
    char path[32];
    ssize_t n;
    while ((n = recv(fd, path, sizeof path, 0)) > 0) {
        const char *answer = memcmp(path, "/index", 6) == 0 ? "200" : "404";
        count_hit();
        if (send(fd, answer, 3, 0) != 3) break;
    }
    close(fd);
    return NULL;
}

int main(void)
{
    int server[2], client[2], ok = 0;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0) return 2;
        server[i] = pair[0], client[i] = pair[1];
        pthread_create(&t[i], NULL, serve, &server[i]);
    }
    for (int i = 0; i < 6; i++) {
        const char *path = i % 3 ? "/index.html" : "/missing";
        if (send(client[i % 2], path, strlen(path), 0) < 0) return 2;
    }
    for (int i = 0; i < 6; i++) {
        char code[3];
        if (recv(client[i % 2], code, 3, 0) == 3) ok += memcmp(code, "200", 3) == 0;
    }
    for (int i = 0; i < 2; i++) close(client[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d hits, %d found\n", hits, ok);
    return ok != 4;
}
