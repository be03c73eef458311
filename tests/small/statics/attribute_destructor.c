// A function with the attribute destructor clears the cache that an unjoined thread reads.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int cache[4] = { 1, 2, 3, 4 };

__attribute__((destructor)) static void clear(void)
{
    for (int i = 0; i < 4; i++)
        cache[i] = 0; // RACE
}

static void *look_up(void *arg)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += cache[i]; // RACE
    printf("%d\n", sum);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look_up, NULL);
    usleep(3000);
    return 0;
}
