// Threads append to a buffer that grows under the lock; each looks the pointer up again.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;
static size_t used, room;

static void append(const char *more)
{
    const size_t n = strlen(more);
    pthread_mutex_lock(&lock);
    if (used + n + 1 > room) {
        room = 2 * (used + n + 1);
        text = realloc(text, room);
    }
    memcpy(text + used, more, n + 1);
    used += n;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
    for (int i = 0; i < 10; i++)
        append(arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, "one ");
    pthread_create(&b, NULL, work, "another ");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%zu\n", strlen(text));
    free(text);
    return 0;
}
