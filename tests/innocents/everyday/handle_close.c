// A connection may be closed by its reader at the end of the data or by its owner; whoever is second does nothing.
// guilty: double-free: the handle is looked at and cleared under two separate locks
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct handle { char peer[48]; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *open_handle;
static int closed_by_reader, closed_by_owner;

static int close_handle(void)
{
    pthread_mutex_lock(&lock);
    struct handle *h = open_handle;
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    open_handle = NULL;
    pthread_mutex_unlock(&lock);
    free(h);
    return h != NULL;
}

static void *reader(void *data)
{
    size_t left = strlen(data);
    while (left > 0) left--;
    closed_by_reader = close_handle();
    return NULL;
}

int main(void)
{
    pthread_t t;
    open_handle = malloc(sizeof *open_handle);
    strcpy(open_handle->peer, "example.org");
    pthread_create(&t, NULL, reader, "some data that arrives");
    closed_by_owner = close_handle();
    pthread_join(t, NULL);
    printf("closed by the %s\n", closed_by_reader ? "reader" : "owner");
    return closed_by_reader + closed_by_owner != 1;
}
