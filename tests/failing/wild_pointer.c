// A table of offsets has an entry that leads far out of memory.
// shows: failure
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int field[4];
static volatile int64_t offset[3] = { 0, 4, 0x300000000000 };

static void *store(void *arg)
{
    for (int i = 0; i < 3; i++)
        *(volatile int *)((uintptr_t)field + offset[i]) = i; // HERE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, store, NULL);
    pthread_join(t, NULL);
    printf("%d\n", field[0]);
    return 0;
}
