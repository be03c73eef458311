// Moves between two of three accounts take both locks, the lower index first.
#include <pthread.h>
#include <stdio.h>

static int account[3] = { 100, 100, 100 };
static pthread_mutex_t lock[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER };

static void move(int from, int to, int amount)
{
    int low = from < to ? from : to, high = from < to ? to : from;
    pthread_mutex_lock(&lock[low]);
    pthread_mutex_lock(&lock[high]);
    account[from] -= amount;
    account[to] += amount;
    pthread_mutex_unlock(&lock[high]);
    pthread_mutex_unlock(&lock[low]);
}

static void *work(void *arg)
{
    int id = *(int *)arg;
    for (int i = 0; i < 3; i++)
        move((id + i) % 3, (id + i + 1) % 3, 10);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int id[2] = { 0, 2 };
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", account[0] + account[1] + account[2]);
    return account[0] + account[1] + account[2] == 300 ? 0 : 1;
}
