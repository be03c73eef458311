// A volatile flag says that the work is done; nobody joins.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int done;
static int answer;

static void *work(void *arg)
{
    answer = 42; // RACE maybe
    done = 1; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!done) // RACE
        usleep(1000);
    printf("%d\n", answer); // RACE maybe
    return 0;
}
