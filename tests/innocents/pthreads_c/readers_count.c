// A hand-made reader-writer lock from a mutex, a condition and a count of readers.
// guilty: race: the writer does not wait for the readers to leave
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t no_readers = PTHREAD_COND_INITIALIZER;
static int readers;
static int table[4] = { 1, 1, 1, 1 };

static int read_sum(void)
{
    int sum = 0;
    pthread_mutex_lock(&mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 4; i++)
        sum += table[i];
    pthread_mutex_lock(&mutex);
    if (--readers == 0)
        pthread_cond_broadcast(&no_readers);
    pthread_mutex_unlock(&mutex);
    return sum;
}

static void write_all(int value)
{
    pthread_mutex_lock(&mutex);
#ifndef GUILTY
    while (readers > 0)
        pthread_cond_wait(&no_readers, &mutex);
#endif
    for (int i = 0; i < 4; i++)
        table[i] = value;
    pthread_mutex_unlock(&mutex);
}

static void *reader(void *arg)
{
    int *bad = arg;
    for (int i = 0; i < 4; i++)
        *bad += read_sum() % 4 != 0;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int bad[2] = { 0, 0 };
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, reader, &bad[i]);
    write_all(5);
    write_all(6);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("sum %d, %d torn\n", read_sum(), bad[0] + bad[1]);
    return bad[0] + bad[1] == 0 ? 0 : 1;
}
