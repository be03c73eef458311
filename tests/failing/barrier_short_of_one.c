// A barrier for three, and only two ever come.
// shows: deadlock, hang
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t all;

static void *work(void *arg)
{
    if (*(int *)arg == 2)
        return NULL;
    pthread_barrier_wait(&all); // HERE
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
    puts("never");
    return 0;
}
