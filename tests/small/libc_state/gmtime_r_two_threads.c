// Two threads turn times into dates with gmtime_r and strftime.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *show_year(void *arg)
{
    struct tm date;
    char text[32];
    gmtime_r(arg, &date);
    strftime(text, sizeof text, "%Y-%m-%d", &date);
    puts(text);
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
