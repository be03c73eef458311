// Single slots are changed under their own lock; the total is taken with all locks held.
#include <pthread.h>
#include <stdio.h>

#define N 3
static int slot[N];
static pthread_mutex_t lock[N] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER };

static void *put(void *arg)
{
    int i = *(int *)arg;
    pthread_mutex_lock(&lock[i]);
    slot[i] = i + 1;
    pthread_mutex_unlock(&lock[i]);
    return NULL;
}

static int total(void)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        pthread_mutex_lock(&lock[i]);
    for (int i = 0; i < N; i++)
        sum += slot[i];
    for (int i = N; i-- > 0;)
        pthread_mutex_unlock(&lock[i]);
    return sum;
}

int main(void)
{
    pthread_t t[N];
    int id[N] = { 0, 1, 2 };
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, put, &id[i]);
    int early = total();
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", total());
    return early <= 6 && total() == 6 ? 0 : 1;
}
