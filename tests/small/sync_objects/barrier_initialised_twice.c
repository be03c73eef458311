// Each of two threads initialises the barrier at which it then waits alone.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t gate;

static void *prepare(void *arg)
{
    pthread_barrier_init(&gate, NULL, 1); // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, prepare, NULL);
    pthread_create(&b, NULL, prepare, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_wait(&gate);
    pthread_barrier_destroy(&gate);
    puts("through");
    return 0;
}
