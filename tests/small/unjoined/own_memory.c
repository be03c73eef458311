// Two threads that nobody joins work on memory of their own; main ends when it likes.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *work(void *arg)
{
    int *numbers = arg;
    for (int i = 0; i < 8; i++)
        numbers[i] = i * 3;
    free(numbers);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_t t;
        int *numbers = malloc(8 * sizeof *numbers);
        if (pthread_create(&t, NULL, work, numbers))
            return 1;
    }
    puts("started");
    return 0;
}
