// Two threads draw numbers with drand48, which keeps its state without a lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *draw(void *arg)
{
    *(double *)arg = drand48(); // RACE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    double x, y;
    srand48(7);
    pthread_create(&a, NULL, draw, &x);
    pthread_create(&b, NULL, draw, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", x < 1 && y < 1 ? "fine" : "odd");
    return 0;
}
