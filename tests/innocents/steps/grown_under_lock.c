// A list of numbers is grown by realloc under a lock, and read under it through what it points to now.
// guilty: uaf, race: the reader keeps the pointer and reads without the lock
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *numbers;
static size_t used, room;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    if (used == room) {
        room = room ? 2 * room : 2;
        numbers = realloc(numbers, room * sizeof *numbers);
    }
    numbers[used++] = n;
    pthread_mutex_unlock(&lock);
}

static int last(void)
{
    pthread_mutex_lock(&lock);
    size_t n = used;
    int *all = numbers;
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    int found = n ? all[n - 1] : 0;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    return found;
}

static void *writer(void *arg)
{
    for (int i = 1; i <= 9; i++) add(i);
    return arg;
}

static void *reader(void *arg)
{
    for (int i = 0; i < 3; i++) *(int *)arg = last();
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int seen = 0;
    add(0);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, &seen);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(numbers);
    puts("done");
    return 0;
}
