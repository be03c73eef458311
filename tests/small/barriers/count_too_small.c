// A barrier for two is used by four threads, so it lets through who has not seen all.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t pairs;
static int part[4];

static void *work(void *arg)
{
    int me = *(int *)arg;
    part[me] = me + 1; // RACE
    pthread_barrier_wait(&pairs);
    if (me == 0)
        printf("%s\n", part[1] + part[2] + part[3] <= 9 ? "fine" : "odd"); // RACE
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    int id[4] = { 0, 1, 2, 3 };
    pthread_barrier_init(&pairs, NULL, 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, &id[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&pairs);
    return 0;
}
