// A bounded buffer of two semaphores and a lock: what each down takes, the other side posts.
// guilty: deadlock, hang: the consumer takes the lock first, and waits for an item while it holds it
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define SIZE 2
#define COUNT 6

static sem_t items, spaces;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE], head, tail, sum;

static void *producer(void *arg)
{
    for (int i = 1; i <= COUNT; i++) {
        sem_wait(&spaces);
        pthread_mutex_lock(&lock);
        buffer[head++ % SIZE] = i;
        pthread_mutex_unlock(&lock);
        sem_post(&items);
    }
    return arg;
}

static void *consumer(void *arg)
{
    for (int i = 0; i < COUNT; i++) {
#ifdef GUILTY
        pthread_mutex_lock(&lock);
        sem_wait(&items);
#else
        sem_wait(&items);
        pthread_mutex_lock(&lock);
#endif
        sum += buffer[tail++ % SIZE];
        pthread_mutex_unlock(&lock);
        sem_post(&spaces);
    }
    return arg;
}

int main(void)
{
    pthread_t p, c;
    sem_init(&items, 0, 0);
    sem_init(&spaces, 0, SIZE);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    printf("%d\n", sum);
    return 0;
}
