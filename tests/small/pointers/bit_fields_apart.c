// Two bit-fields with a zero-width one between them are two memory locations.
#include <pthread.h>
#include <stdio.h>

static struct { unsigned a : 4; unsigned : 0; unsigned b : 4; } flags;

static void *set_a(void *arg)
{
    flags.a = 5;
    return arg;
}

static void *set_b(void *arg)
{
    flags.b = 9;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_a, NULL);
    pthread_create(&b, NULL, set_b, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%u %u\n", flags.a, flags.b);
    return flags.a == 5 && flags.b == 9 ? 0 : 1;
}
