// Two threads keep the same buffer under a key, as if it were theirs alone.
#include <pthread.h>
#include <stdio.h>

static pthread_key_t key;
static char buffer[8];

static void *work(void *arg)
{
    pthread_setspecific(key, buffer);
    char *mine = pthread_getspecific(key);
    mine[0] = *(char *)arg; // RACE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, NULL);
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", buffer[0] != 0);
    return 0;
}
