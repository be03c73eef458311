// What pthread_once has made is then changed without a lock.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int cache_size;

static void initialise(void)
{
    cache_size = 16;
}

static void *use(void *arg)
{
    pthread_once(&once, initialise);
    *(int *)arg = cache_size; // RACE
    return NULL;
}

static void *grow(void *arg)
{
    pthread_once(&once, initialise);
    cache_size = 32; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int seen;
    pthread_create(&a, NULL, use, &seen);
    pthread_create(&b, NULL, grow, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", seen >= 16 ? "fine" : "odd");
    return 0;
}
