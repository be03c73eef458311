// A thread computes for seconds without touching memory, while main waits for it.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void *compute(void *arg)
{
    uint64_t x = *(uint64_t *)arg;
    for (long i = 0; i < 40000000; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    *(uint64_t *)arg = x;
    return NULL;
}

int main(void)
{
    pthread_t t;
    uint64_t seed = 42;
    pthread_create(&t, NULL, compute, &seed);
    pthread_join(t, NULL);
    puts(seed != 42 ? "computed" : "odd");
    return 0;
}
