// Two threads both wait for the same worker by joining it.
// shows: misuse
#include <pthread.h>
#include <stdio.h>

static pthread_t worker;

static void *work(void *arg)
{
    *(int *)arg = 1;
    return NULL;
}

static void *wait_for_it(void *arg)
{
    pthread_join(worker, NULL); // HERE
    return arg;
}

int main(void)
{
    int done = 0;
    pthread_t a, b;
    pthread_create(&worker, NULL, work, &done);
    pthread_create(&a, NULL, wait_for_it, NULL);
    pthread_create(&b, NULL, wait_for_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", done);
    return 0;
}
