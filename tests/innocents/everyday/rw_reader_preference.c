// A readers-writer lock made of a mutex and a condition; readers may always join other readers.
// guilty: race: a writer does not wait for the readers inside
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writing, prices[4] = {1, 2, 3, 4};

static void read_begin(void)
{
    pthread_mutex_lock(&m);
    while (writing) pthread_cond_wait(&changed, &m);
    readers++;
    pthread_mutex_unlock(&m);
}
static void read_end(void)
{
    pthread_mutex_lock(&m);
    if (--readers == 0) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
}
static void write_begin(void)
{
    pthread_mutex_lock(&m);
#ifdef GUILTY
    while (writing) pthread_cond_wait(&changed, &m);
#else
    while (writing || readers > 0) pthread_cond_wait(&changed, &m);
#endif
    writing = 1;
    pthread_mutex_unlock(&m);
}
static void write_end(void)
{
    pthread_mutex_lock(&m);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
}

static void *reader(void *sum)
{
    for (int round = 0; round < 5; round++) {
        read_begin();
        for (int i = 0; i < 4; i++) { *(int *)sum += prices[i]; usleep(20); }
        read_end();
    }
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int sums[2] = {0, 0};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, reader, &sums[i]);
    for (int k = 0; k < 4; k++) { write_begin(); prices[k]++; write_end(); }
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return printf("%d %d\n", sums[0], sums[1]) < 0 || sums[0] < 50;
}
