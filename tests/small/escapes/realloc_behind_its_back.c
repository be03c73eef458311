// Main grows a buffer while a thread still has the old pointer. Often the block stays where it is, and all seems well.
// finds: race, uaf
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static char *buffer;
static atomic_int started;

static void *fill(void *arg)
{
    char *to = buffer;
    atomic_store(&started, 1);
    to[1] = 'x'; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    buffer = malloc(16);
    buffer[0] = 'a';
    pthread_create(&t, NULL, fill, NULL);
    while (!atomic_load(&started))
        sched_yield();
    char *larger = realloc(buffer, 20); // RACE
    pthread_join(t, NULL);
    puts(larger[0] == 'a' ? "kept" : "lost");
    free(larger);
    return 0;
}
