// A connection is closed, and its mutex destroyed, by who still holds it.
// shows: misuse
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct connection {
    pthread_mutex_t lock;
    int bytes;
};

static void close_connection(struct connection *c)
{
    pthread_mutex_lock(&c->lock);
    printf("%d bytes\n", c->bytes);
    pthread_mutex_destroy(&c->lock); // HERE
    free(c);
}

static void *serve(void *arg)
{
    struct connection *c = arg;
    pthread_mutex_lock(&c->lock);
    c->bytes += 100;
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

int main(void)
{
    struct connection *c = calloc(1, sizeof *c);
    pthread_t t;
    pthread_mutex_init(&c->lock, NULL);
    pthread_create(&t, NULL, serve, c);
    pthread_join(t, NULL);
    close_connection(c);
    return 0;
}
