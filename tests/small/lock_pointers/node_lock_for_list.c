// A thread changes the length of a list under the lock of a node instead of the lock of the list.
#include <pthread.h>
#include <stdio.h>

struct node { pthread_mutex_t lock; int value; };
static struct { pthread_mutex_t lock; int length; } list = { PTHREAD_MUTEX_INITIALIZER, 2 };
static struct node head = { PTHREAD_MUTEX_INITIALIZER, 1 };

static void *grow(void *arg)
{
    pthread_mutex_lock(&list.lock);
    list.length++; // RACE
    pthread_mutex_unlock(&list.lock);
    return arg;
}

static void *drop(void *arg)
{
    pthread_mutex_lock(&head.lock);
    head.value = 0;
    list.length--; // RACE
    pthread_mutex_unlock(&head.lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, grow, NULL);
    pthread_create(&b, NULL, drop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", head.value);
    return 0;
}
