// Two threads turn times into dates with gmtime, which has one result for all.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *show_year(void *arg)
{
    struct tm *date = gmtime(arg); // RACE
    printf("%s\n", date->tm_year >= 70 ? "fine" : "odd"); // RACE maybe
    return NULL;
}

int main(void)
{
    time_t epoch = 0, later = 1000000000;
    pthread_t a, b;
    pthread_create(&a, NULL, show_year, &epoch);
    pthread_create(&b, NULL, show_year, &later);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
