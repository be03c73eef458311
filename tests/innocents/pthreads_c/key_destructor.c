// Each thread counts in a heap block held by a pthread key; the key's destructor adds it to the total.
// guilty: race: the destructor adds without the mutex
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int blocks;

static void flush(void *value)
{
    long *count = value;
#ifndef GUILTY
    pthread_mutex_lock(&mutex);
#endif
    total += *count;
    blocks++;
#ifndef GUILTY
    pthread_mutex_unlock(&mutex);
#endif
    free(count);
}

static void count(long n)
{
    long *mine = pthread_getspecific(key);
    if (mine == NULL) {
        mine = calloc(1, sizeof *mine);
        pthread_setspecific(key, mine);
    }
    *mine += n;
}

static void *worker(void *arg)
{
    for (int i = 0; i < 10; i++)
        count(*(int *)arg);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int step[3] = { 1, 2, 3 };
    pthread_key_create(&key, flush);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, &step[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_key_delete(key);
    printf("%ld from %d threads\n", total, blocks);
    return total == 60 && blocks == 3 ? 0 : 1;
}
