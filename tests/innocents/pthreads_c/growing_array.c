// A dynamic array grows with realloc under a mutex while another thread reads elements by index.
// guilty: uaf, race: the reader fetches the base pointer under the mutex and reads after the unlock
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *items;
static size_t used, capacity;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void push(int v)
{
    pthread_mutex_lock(&mutex);
    if (used == capacity) {
        capacity = capacity ? 2 * capacity : 4;
        items = realloc(items, capacity * sizeof *items);
    }
    items[used++] = v;
    pthread_mutex_unlock(&mutex);
}

static int get(size_t i)
{
    pthread_mutex_lock(&mutex);
#ifdef GUILTY
    int *base = items;
    pthread_mutex_unlock(&mutex);
    return base[i];
#else
    int v = items[i];
    pthread_mutex_unlock(&mutex);
    return v;
#endif
}

static void *writer(void *arg)
{
    (void)arg;
    for (int i = 0; i < 60; i++)
        push(i);
    return NULL;
}

int main(void)
{
    pthread_t t;
    push(7);
    pthread_create(&t, NULL, writer, NULL);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += get(0);
    pthread_join(t, NULL);
    printf("%d, %zu items\n", sum, used);
    free(items);
    return used == 61 ? 0 : 1;
}
