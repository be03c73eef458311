// A ring is reset while its reader is between looking at the count and moving its tail.
// names: race, atomicity
// effect: output, signal, underflow
#include <pthread.h>
#include <stdio.h>

#define SIZE 8

struct ring {
    pthread_mutex_t lock;
    int data[SIZE];
    unsigned head, tail, count;
};

static struct ring ring = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int put(struct ring *r, int value)
{
    int ok = 0;
    pthread_mutex_lock(&r->lock);
    if (r->count < SIZE) {
        r->data[r->head] = value;
        r->head = (r->head + 1) % SIZE;
        r->count++;
        ok = 1;
    }
    pthread_mutex_unlock(&r->lock);
    return ok;
}

static int get(struct ring *r, int *value)
{
    pthread_mutex_lock(&r->lock);
    unsigned count = r->count; // HERE
    pthread_mutex_unlock(&r->lock);
    if (count == 0)
        return 0;
    pthread_mutex_lock(&r->lock);
    *value = r->data[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    r->count--; // HERE
    pthread_mutex_unlock(&r->lock);
    return 1;
}

// The trace is cleared by its user while it is being read.
static void reset(struct ring *r)
{
    pthread_mutex_lock(&r->lock);
    r->head = r->tail = 0;
    r->count = 0; // HERE
    pthread_mutex_unlock(&r->lock);
}

static void *reader(void *arg)
{
    int value, sum = 0;
    for (int i = 0; i < 2; i++)
        if (get(&ring, &value))
            sum += value;
    *(int *)arg = sum;
    return NULL;
}

static void *user(void *arg)
{
    reset(&ring);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        put(&ring, i);
    pthread_create(&a, NULL, reader, &sum);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(ring.count > SIZE ? "underflow" : "fine");
    return 0;
}
