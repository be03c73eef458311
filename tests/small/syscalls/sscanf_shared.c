// Two threads parse their arguments into the same pair of numbers.
#include <pthread.h>
#include <stdio.h>

static int width, height;

static void *parse(void *arg)
{
    if (sscanf(arg, "%dx%d", &width, &height) != 2) // RACE
        return arg;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, parse, "640x480");
    pthread_create(&b, NULL, parse, "800x600");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", width >= 640 && height >= 480 ? "fine" : "odd");
    return 0;
}
