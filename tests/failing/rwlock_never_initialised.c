// A table comes from a pool that hands out used memory, and nobody makes its lock anew.
// shows: misuse
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table {
    pthread_rwlock_t lock;
    int size;
};

static void *look(void *arg)
{
    struct table *t = arg;
    if (pthread_rwlock_tryrdlock(&t->lock) == 0) // HERE
        pthread_rwlock_unlock(&t->lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct table *table = malloc(sizeof *table);
    memset(table, 0x77, sizeof *table);
    table->size = 3;
    pthread_create(&t, NULL, look, table);
    pthread_join(t, NULL);
    printf("%d\n", table->size);
    free(table);
    return 0;
}
