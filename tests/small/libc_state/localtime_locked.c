// Two threads call localtime and use what it returns under one mutex.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *show_year(void *arg)
{
    pthread_mutex_lock(&lock);
    struct tm *date = localtime(arg);
    int year = date->tm_year;
    pthread_mutex_unlock(&lock);
    printf("%s\n", year >= 69 ? "fine" : "odd");
    return NULL;
}

int main(void)
{
    time_t first = 100000, later = 1000000000;
    pthread_t a, b;
    pthread_create(&a, NULL, show_year, &first);
    pthread_create(&b, NULL, show_year, &later);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
