// Every slot has a lock, and everybody takes the one of the slot.
#include <pthread.h>
#include <stdio.h>

#define N 4
static int slot[N];
static pthread_mutex_t lock[N];

static void *add(void *arg)
{
    int start = *(int *)arg;
    for (int k = 0; k < N; k++) {
        int i = (start + k) % N;
        pthread_mutex_lock(&lock[i]);
        slot[i] += i;
        pthread_mutex_unlock(&lock[i]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int start[3] = { 0, 1, 2 };
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&lock[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, &start[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", slot[3]);
    return slot[3] == 9 ? 0 : 1;
}
