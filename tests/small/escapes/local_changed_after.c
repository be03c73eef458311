// A thread is given a local of main's, which main then changes.
#include <pthread.h>
#include <stdio.h>

static void *show(void *arg)
{
    int n = *(int *)arg; // RACE
    printf("%s\n", n < 3 ? "fine" : "odd");
    return NULL;
}

int main(void)
{
    int number = 1;
    pthread_t t;
    pthread_create(&t, NULL, show, &number);
    number = 2; // RACE
    pthread_join(t, NULL);
    return 0;
}
