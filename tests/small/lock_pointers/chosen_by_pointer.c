// The lock is a parameter of the function that adds, and one caller passes another one.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t input = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;
static int bytes;

static void add(pthread_mutex_t *lock, int n)
{
    pthread_mutex_lock(lock);
    bytes += n; // RACE
    pthread_mutex_unlock(lock);
}

static void *reader(void *arg)
{
    add(&input, 10);
    return arg;
}

static void *writer(void *arg)
{
    add(&output, 20);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", bytes > 0 ? "fine" : "lost");
    return 0;
}
