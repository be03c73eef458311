// Double-checked initialisation with a plain pointer.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static int *get_table(void)
{
    if (!table) { // RACE
        pthread_mutex_lock(&lock);
        if (!table) {
            int *t = calloc(4, sizeof *t);
            table = t; // RACE
        }
        pthread_mutex_unlock(&lock);
    }
    return table; // RACE maybe
}

static void *use(void *arg)
{
    int *t = get_table();
    *(int *)arg = t[1];
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int x, y;
    pthread_create(&a, NULL, use, &x);
    pthread_create(&b, NULL, use, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", x + y);
    free(table);
    return 0;
}
