// Main leaves with pthread_exit after a last count; the two others go on counting.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *tally(void *arg)
{
    for (int i = 0; i < 3; i++)
        count++; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, tally, NULL);
    pthread_create(&b, NULL, tally, NULL);
    count++; // RACE
    puts("main leaves");
    pthread_exit(NULL);
}
