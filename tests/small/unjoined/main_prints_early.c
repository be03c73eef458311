// A thread adds up numbers; main prints the sum without waiting for it.
#include <pthread.h>
#include <stdio.h>

static int sum;

static void *add_up(void *arg)
{
    int local = 0;
    for (int i = 1; i <= 10; i++)
        local += i;
    sum = local; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, add_up, NULL))
        return 1;
    printf("%d\n", sum); // RACE
    return 0;
}
