// Two queues share their storage, but each comes with a lock of its own.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct queue { pthread_mutex_t lock; int *storage; };

static struct queue *make(int *storage)
{
    struct queue *q = malloc(sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    q->storage = storage;
    return q;
}

static void *push(void *arg)
{
    struct queue *q = arg;
    pthread_mutex_lock(&q->lock);
    q->storage[0] += 1; // RACE
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

int main(void)
{
    static int storage[4];
    struct queue *q[2] = { make(storage), make(storage) };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, push, q[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], NULL);
        pthread_mutex_destroy(&q[i]->lock);
        free(q[i]);
    }
    printf("%s\n", storage[0] > 0 ? "fine" : "lost");
    return 0;
}
