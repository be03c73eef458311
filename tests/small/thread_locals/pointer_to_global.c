// Each thread has a pointer of its own, but both point to the same number.
#include <pthread.h>
#include <stdio.h>

static int number;
static __thread int *mine;

static void *work(void *arg)
{
    mine = &number;
    *mine += 1; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", number > 0 ? "fine" : "lost");
    return 0;
}
