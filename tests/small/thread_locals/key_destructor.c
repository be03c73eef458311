// Each thread keeps a buffer on the heap under a key, whose destructor frees it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;

static char *buffer(void)
{
    char *b = pthread_getspecific(key);
    if (!b) {
        b = malloc(32);
        pthread_setspecific(key, b);
    }
    return b;
}

static void *work(void *arg)
{
    for (int i = 0; i < 2; i++)
        snprintf(buffer(), 32, "%s %d", (char *)arg, i);
    puts(buffer());
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, free);
    pthread_create(&a, NULL, work, "left");
    pthread_create(&b, NULL, work, "right");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_key_delete(key);
    return 0;
}
