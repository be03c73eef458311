// Blocks are taken from a table and put back where there is room: mostly where they came from.
// guilty: race: they are put back without the lock
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char blocks[3][32];
static char *unused[3];
static int left;

static char *take(void)
{
    pthread_mutex_lock(&lock);
    char *block = unused[--left];
    pthread_mutex_unlock(&lock);
    return block;
}

static void put_back(char *block)
{
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    unused[left++] = block;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
}

static void *work(void *text)
{
    for (int i = 0; i < 3; i++) {
        char *block = take();
        strcpy(block, text);
        put_back(block);
    }
    return NULL;
}

int main(void)
{
    for (left = 0; left < 3; left++)
        unused[left] = blocks[left];
    pthread_t a, b;
    pthread_create(&a, NULL, work, "one");
    pthread_create(&b, NULL, work, "two");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", left);
    return 0;
}
