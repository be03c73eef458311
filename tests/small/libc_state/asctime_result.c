// A thread prints the text that asctime gave it while main asks for another.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *show(void *arg)
{
    struct tm date = { .tm_year = 100, .tm_mday = 1 };
    fputs(asctime(&date), stdout); // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    struct tm date = { .tm_year = 101, .tm_mday = 2 };
    pthread_create(&t, NULL, show, NULL);
    fputs(asctime(&date), stdout); // RACE
    pthread_join(t, NULL);
    return 0;
}
