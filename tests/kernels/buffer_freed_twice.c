// Reset and close both free the buffer of a connection; each tests the pointer before.
// names: double-free, uaf, race
// effect: double free, freed
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct connection {
    pthread_mutex_t lock;
    int open;
    char *buffer;
    size_t used;
};

static void append(struct connection *c, const char *text)
{
    pthread_mutex_lock(&c->lock);
    if (c->buffer && c->used + strlen(text) < 64) {
        memcpy(c->buffer + c->used, text, strlen(text));
        c->used += strlen(text);
    }
    pthread_mutex_unlock(&c->lock);
}

// The lock is held for the state, but the buffer is given back without it.
static void drop_buffer(struct connection *c)
{
    if (c->buffer) {
        free(c->buffer);
        c->buffer = NULL; // HERE
    }
}

static void *reset(void *arg)
{
    struct connection *c = arg;
    append(c, "reset");
    drop_buffer(c);
    return NULL;
}

static void *close_connection(void *arg)
{
    struct connection *c = arg;
    pthread_mutex_lock(&c->lock);
    c->open = 0;
    pthread_mutex_unlock(&c->lock);
    drop_buffer(c);
    return NULL;
}

int main(void)
{
    struct connection c = { .lock = PTHREAD_MUTEX_INITIALIZER, .open = 1 };
    pthread_t a, b;
    c.buffer = malloc(64);
    append(&c, "hello ");
    pthread_create(&a, NULL, reset, &c);
    pthread_create(&b, NULL, close_connection, &c);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(c.open ? "open" : "closed");
    return 0;
}
