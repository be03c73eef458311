// The textbook bounded buffer: two counting semaphores and a mutex, two producers, one consumer.
// guilty: race: the producers do not take the mutex
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define SIZE 4
static int buffer[SIZE], in, out;
static sem_t empty, full;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *arg)
{
    int base = *(int *)arg;
    for (int i = 0; i < 5; i++) {
        sem_wait(&empty);
#ifndef GUILTY
        pthread_mutex_lock(&mutex);
#endif
        buffer[in] = base + i;
        in = (in + 1) % SIZE;
#ifndef GUILTY
        pthread_mutex_unlock(&mutex);
#endif
        sem_post(&full);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int base[2] = { 100, 200 }, sum = 0;
    sem_init(&empty, 0, SIZE);
    sem_init(&full, 0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, producer, &base[i]);
    for (int i = 0; i < 10; i++) {
        sem_wait(&full);
        pthread_mutex_lock(&mutex);
        sum += buffer[out];
        out = (out + 1) % SIZE;
        pthread_mutex_unlock(&mutex);
        sem_post(&empty);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", sum);
    sem_destroy(&empty);
    sem_destroy(&full);
    return sum == 1520 ? 0 : 1;
}
