// Two threads get the same number by two different pointers.
#include <pthread.h>
#include <stdio.h>

static int shared = 1;
static int *const one = &shared;
static int *const other = &shared;

static void *twice(void *arg)
{
    *one = 2; // RACE
    return arg;
}

static void *thrice(void *arg)
{
    *other = 3; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, twice, NULL);
    pthread_create(&b, NULL, thrice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", shared);
    return 0;
}
