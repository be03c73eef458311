// Threads format time stamps with gmtime_r into their own struct tm.
// guilty: race: gmtime returns the address of one struct tm for all
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct stamp { time_t when; char text[32]; };

static void *format(void *arg)
{
    struct stamp *s = arg;
#ifdef GUILTY
    struct tm *tm = gmtime(&s->when);
#else
    struct tm storage, *tm = gmtime_r(&s->when, &storage);
#endif
    snprintf(s->text, sizeof s->text, "%04d-%02d-%02d", (tm->tm_year + 1900) % 10000,
             (tm->tm_mon + 1) % 100, tm->tm_mday % 100);
    return NULL;
}

int main(void)
{
    struct stamp s[2] = { { 0, "" }, { 951782400, "" } };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, format, &s[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%s %s\n", s[0].text, s[1].text);
    return strcmp(s[0].text, "1970-01-01") == 0 && strcmp(s[1].text, "2000-02-29") == 0 ? 0 : 1;
}
