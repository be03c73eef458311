// Each thread sums up all slots after the barrier and writes its own again, without a second barrier.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t all;
static int slot[2];

static void *work(void *arg)
{
    int me = *(int *)arg;
    slot[me] = 1;
    pthread_barrier_wait(&all);
    int sum = slot[0] + slot[1]; // RACE
    slot[me] = sum; // RACE
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int id[2] = { 0, 1 };
    pthread_barrier_init(&all, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&all);
    printf("%s\n", slot[0] > 0 ? "fine" : "odd");
    return 0;
}
