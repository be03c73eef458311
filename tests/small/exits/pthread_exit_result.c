// A thread leaves from deep inside with pthread_exit and a result on the heap that main frees.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void leave(int n)
{
    int *result = malloc(sizeof *result);
    *result = n * n;
    pthread_exit(result);
}

static void *work(void *arg)
{
    leave(*(int *)arg);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int n[2] = { 3, 4 }, sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &n[i]);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(t[i], &result);
        sum += *(int *)result;
        free(result);
    }
    printf("%d\n", sum);
    return sum == 25 ? 0 : 1;
}
