// A pointer to a heap object goes to another thread in a plain global.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *box;

static void *give(void *arg)
{
    int *n = malloc(sizeof *n);
    *n = 5; // RACE maybe
    box = n; // RACE
    return arg;
}

static void *take(void *arg)
{
    int *n = box; // RACE
    if (n)
        *(int *)arg = *n; // RACE maybe
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int got = 0;
    pthread_create(&a, NULL, give, NULL);
    pthread_create(&b, NULL, take, &got);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", got);
    free(box);
    return 0;
}
