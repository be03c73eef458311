// The average of no samples.
// shows: failure
#include <pthread.h>
#include <stdio.h>

static volatile int count, sum;

static void *average(void *arg)
{
    *(int *)arg = sum / count; // HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    int result = 0;
    pthread_create(&t, NULL, average, &result);
    pthread_join(t, NULL);
    printf("%d\n", result);
    return 0;
}
