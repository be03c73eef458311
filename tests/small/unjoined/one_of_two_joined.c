// Two threads fill a table each; only the first one is joined.
#include <pthread.h>
#include <stdio.h>

static int squares[4], cubes[4];

static void *fill_squares(void *arg)
{
    for (int i = 0; i < 4; i++)
        squares[i] = i * i;
    return arg;
}

static void *fill_cubes(void *arg)
{
    for (int i = 0; i < 4; i++)
        cubes[i] = i * i * i; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, fill_squares, NULL);
    pthread_create(&b, NULL, fill_cubes, NULL);
    pthread_join(a, NULL);
    printf("%d ", squares[3]);
    printf("%d\n", cubes[3]); // RACE
    return 0;
}
