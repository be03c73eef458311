// A helper returns a global only if asked to; the thread beside the writer never asks.
// guilty: race: the thread beside the writer asks once
#include <pthread.h>
#include <stdio.h>

static int total;

static int peek(int wanted)
{
    if (wanted) return total;
    return 1;
}

static void *adder(void *arg)
{
    for (int i = 1; i <= 10; i++) total += i;
    return arg;
}

static void *caller(void *arg)
{
    const int *wanted = arg;
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += peek(wanted[i]);
    printf("sum %d\n", sum);
    return NULL;
}

int main(void)
{
#ifdef GUILTY
    int wanted[8] = {0, 0, 0, 0, 0, 1, 0, 0};
#else
    int wanted[8] = {0};
#endif
    pthread_t a, c;
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&c, NULL, caller, wanted);
    pthread_join(a, NULL);
    pthread_join(c, NULL);
    printf("total %d\n", peek(1));
    return peek(1) != 55;
}
