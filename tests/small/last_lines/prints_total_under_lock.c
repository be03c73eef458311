// Main prints the total under the lock and returns; the thread may go on under the lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg)
{
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        total += i;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    pthread_mutex_lock(&lock);
    printf("%s\n", total <= 6 ? "fine" : "too much");
    pthread_mutex_unlock(&lock);
    return 0;
}
