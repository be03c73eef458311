// Two threads format times with localtime_r and structures of their own.
// guilty: race: they use localtime and its static structure
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void format(time_t when, char *out, size_t size)
{
#ifdef GUILTY
    struct tm *tm = localtime(&when);
#else
    struct tm broken_down, *tm = localtime_r(&when, &broken_down);
#endif
    snprintf(out, size, "%04d-%02d-%02d", tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday);
}

struct job { time_t first; char days[3][16]; };

static void *stamp(void *arg)
{
    struct job *job = arg;
    for (int i = 0; i < 3; i++) format(job->first + i * 86400, job->days[i], sizeof job->days[i]);
    return NULL;
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    struct job jobs[2] = {{.first = 0}, {.first = 1000000000}};
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, stamp, &jobs[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%s %s\n", jobs[0].days[2], jobs[1].days[2]);
    return 0;
}
