// One thread refills the random pool while another one takes from it.
#include <pthread.h>
#include <stdio.h>
#include <sys/random.h>

static unsigned char pool[32];

static void *refill(void *arg)
{
    if (getrandom(pool, sizeof pool, 0) != sizeof pool) // RACE
        arg = NULL;
    return arg;
}

static void *take(void *arg)
{
    unsigned sum = 0;
    for (int i = 0; i < 32; i++)
        sum += pool[i]; // RACE
    *(unsigned *)arg = sum;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    unsigned sum;
    pthread_create(&a, NULL, refill, NULL);
    pthread_create(&b, NULL, take, &sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", sum <= 32 * 255 ? "fine" : "odd");
    return 0;
}
