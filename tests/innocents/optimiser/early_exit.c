// A loop stops at the end mark; what lies behind the mark in the same array belongs to another thread.
// guilty: race: the loop runs over the whole array
#include <pthread.h>
#include <stdio.h>

#define SIZE 32
#define END (-1)
static int numbers[SIZE] = {4, 8, 15, 16, 23, 42, END};

static void *sum_to_mark(void *arg)
{
    int sum = 0;
#ifdef GUILTY
    for (int i = 0; i < SIZE; i++)
        sum += numbers[i] != END ? numbers[i] : 0;
#else
    for (int i = 0; i < SIZE && numbers[i] != END; i++)
        sum += numbers[i];
#endif
    *(int *)arg = sum;
    return NULL;
}

static void *use_the_rest(void *arg)
{
    for (int i = 7; i < SIZE; i++) numbers[i] = i * i;
    for (int i = 8; i < SIZE; i++) numbers[i] += numbers[i - 1];
    *(int *)arg = numbers[SIZE - 1];
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int front, rest;
    pthread_create(&a, NULL, sum_to_mark, &front);
    pthread_create(&b, NULL, use_the_rest, &rest);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", front, rest);
    return front < 108;
}
