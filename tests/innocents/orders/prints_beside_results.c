// Two threads print what they do, and keep their results apart.
// guilty: race: they keep them in one place
#include <pthread.h>
#include <stdio.h>

static int results[2];

static void *quick(void *arg)
{
    results[0] = 1;
    printf("quick\n");
    return arg;
}

static void *slow(void *arg)
{
    printf("slow\n");
#ifdef GUILTY
    results[0] = 2;
#else
    results[1] = 2;
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, quick, NULL);
    pthread_create(&b, NULL, slow, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return results[0] == 0;
}
