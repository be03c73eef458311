// A ring of samples that its user may reset while it is read.
// guilty: atomicity: the count is looked at in one critical section, the sample is taken in the next
#include <pthread.h>
#include <stdio.h>

#define SIZE 8
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int samples[SIZE] = {3, 1, 4, 1};
static unsigned tail, count = 4;

static int take(int *value)
{
    pthread_mutex_lock(&lock);
    unsigned n = count;
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
    if (n == 0) return 0;
    pthread_mutex_lock(&lock);
#else
    if (n == 0) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
#endif
    *value = samples[tail];
    tail = (tail + 1) % SIZE;
    count--;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *reader(void *arg)
{
    int value;
    for (int i = 0; i < 2; i++)
        if (take(&value)) *(int *)arg += value;
    return NULL;
}

static void *reset(void *arg)
{
    pthread_mutex_lock(&lock);
    tail = count = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int sum = 0;
    pthread_create(&a, NULL, reader, &sum);
    pthread_create(&b, NULL, reset, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(count <= SIZE ? "fine" : "more samples than there is room for");
    return 0;
}
