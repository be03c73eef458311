// Each thread counts in a thread-local and returns what it has.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static __thread intptr_t counter;

static void *count(void *arg)
{
    for (int i = 0; i < *(int *)arg; i++)
        counter++;
    return (void *)counter;
}

int main(void)
{
    pthread_t t[2];
    int rounds[2] = { 3, 4 };
    intptr_t sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, &rounds[i]);
    for (int i = 0; i < 2; i++) {
        void *n;
        pthread_join(t[i], &n);
        sum += (intptr_t)n;
    }
    printf("%d\n", (int)(sum + counter));
    return sum == 7 ? 0 : 1;
}
