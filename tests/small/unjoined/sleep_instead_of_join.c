// Main sleeps for a while instead of joining, and takes the result for ready.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static long result;

static void *factorial(void *arg)
{
    long f = 1;
    for (int i = 2; i <= *(int *)arg; i++)
        f *= i;
    result = f; // RACE
    return NULL;
}

int main(void)
{
    static int n = 10;
    pthread_t t;
    pthread_create(&t, NULL, factorial, &n);
    usleep(5000);
    printf("%ld\n", result); // RACE
    return 0;
}
