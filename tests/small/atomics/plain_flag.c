// A spin lock from a plain int.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static volatile int taken;
static int n;

static void *add(void *arg)
{
    while (taken) // RACE
        sched_yield();
    taken = 1; // RACE
    n++; // RACE
    taken = 0; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", n > 0 ? "fine" : "lost");
    return 0;
}
