// A connection is dropped by one thread while another sends; sending checks and uses it under one lock.
// guilty: null, atomicity: the check is made in one critical section and the use in the next
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct connection { int fd; long sent; } *conn;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is_connected(void)
{
    pthread_mutex_lock(&mutex);
    int yes = conn != NULL;
    pthread_mutex_unlock(&mutex);
    return yes;
}

static void send_bytes(long n)
{
#ifdef GUILTY
    if (!is_connected())
        return;
    pthread_mutex_lock(&mutex);
    conn->sent += n;
#else
    pthread_mutex_lock(&mutex);
    if (conn != NULL)
        conn->sent += n;
#endif
    pthread_mutex_unlock(&mutex);
}

static void *sender(void *arg)
{
    for (int i = 0; i < 4; i++)
        send_bytes(100);
    return arg;
}

static void *dropper(void *arg)
{
    pthread_mutex_lock(&mutex);
    free(conn);
    conn = NULL;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    conn = calloc(1, sizeof *conn);
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, dropper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("connected: %d\n", is_connected());
    return 0;
}
