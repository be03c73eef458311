// Each cell is written under its own lock, but its right neighbour is read under the same lock.
#include <pthread.h>
#include <stdio.h>

#define N 3
static int cell[N] = { 1, 2, 3 };
static pthread_mutex_t lock[N] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER };

static void *spread(void *arg)
{
    int i = *(int *)arg;
    pthread_mutex_lock(&lock[i]);
    int next = cell[(i + 1) % N]; // RACE
    cell[i] += next; // RACE
    pthread_mutex_unlock(&lock[i]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int id[N] = { 0, 1, 2 };
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, spread, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    printf("%s\n", cell[0] > 1 ? "fine" : "odd");
    return 0;
}
