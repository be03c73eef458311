// The members of a union are used one after the other, with a join between.
#include <pthread.h>
#include <stdio.h>

static union { int number; float real; char text[8]; } any;

static void *as_number(void *arg)
{
    any.number = 77;
    return arg;
}

static void *as_text(void *arg)
{
    snprintf(any.text, sizeof any.text, "%d", 78);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, as_number, NULL);
    pthread_join(t, NULL);
    int n = any.number;
    pthread_create(&t, NULL, as_text, NULL);
    pthread_join(t, NULL);
    printf("%d %s\n", n, any.text);
    return 0;
}
