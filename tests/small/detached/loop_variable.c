// Detached threads are given the address of the loop's variable.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int seen;

static void *greet(void *arg)
{
    int id = *(int *)arg; // RACE
    printf("hello from %d\n", id);
    atomic_fetch_add(&seen, 1);
    return NULL;
}

int main(void)
{
    int i;
    for (i = 0; i < 3; i++) { // RACE
        pthread_t t;
        pthread_create(&t, NULL, greet, &i);
        pthread_detach(t);
    }
    while (atomic_load(&seen) < 3)
        usleep(500);
    return 0;
}
