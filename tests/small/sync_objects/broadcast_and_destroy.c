// Whoever takes an element away wakes its waiters and destroys the condition at once, as POSIX allows.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct element { pthread_cond_t gone; int busy; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct element *element;
static int woken, waiting;

static void *wait_for(void *arg)
{
    pthread_mutex_lock(&lock);
    waiting++;
    while (element)
        pthread_cond_wait(&element->gone, &lock);
    woken++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    element = calloc(1, sizeof *element);
    pthread_cond_init(&element->gone, NULL);
    pthread_create(&a, NULL, wait_for, NULL);
    pthread_create(&b, NULL, wait_for, NULL);
    pthread_mutex_lock(&lock);
    struct element *e = element;
    element = NULL;
    pthread_cond_broadcast(&e->gone);
    pthread_cond_destroy(&e->gone);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(e);
    printf("%d\n", woken);
    return 0;
}
