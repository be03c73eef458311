// Two phases with a barrier between them and one after.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t all;
static int slot[3], sum[3];

static void *work(void *arg)
{
    int me = *(int *)arg;
    for (int round = 0; round < 2; round++) {
        slot[me] = me + round;
        pthread_barrier_wait(&all);
        sum[me] = slot[0] + slot[1] + slot[2];
        pthread_barrier_wait(&all);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int id[3] = { 0, 1, 2 };
    pthread_barrier_init(&all, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, &id[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&all);
    printf("%d\n", sum[0]);
    return sum[0] == 6 && sum[1] == 6 && sum[2] == 6 ? 0 : 1;
}
