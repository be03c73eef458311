// Two threads fill the halves of an array, but both take the middle for theirs.
#include <pthread.h>
#include <stdio.h>

#define N 10
static int field[N];

static void *lower(void *arg)
{
    for (int i = 0; i <= N / 2; i++)
        field[i] = 1; // RACE
    return arg;
}

static void *upper(void *arg)
{
    for (int i = N / 2; i < N; i++)
        field[i] = 2; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, lower, NULL);
    pthread_create(&b, NULL, upper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += field[i];
    printf("%d\n", sum);
    return 0;
}
