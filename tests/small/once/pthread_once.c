// Three threads initialise a table with pthread_once and read it.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[8];

static void initialise(void)
{
    for (int i = 0; i < 8; i++)
        table[i] = i * i;
}

static void *use(void *arg)
{
    int *slot = arg;
    pthread_once(&once, initialise);
    *slot = table[*slot];
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int slot[3] = { 1, 2, 3 };
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, use, &slot[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", slot[0] + slot[1] + slot[2]);
    return slot[0] + slot[1] + slot[2] == 14 ? 0 : 1;
}
