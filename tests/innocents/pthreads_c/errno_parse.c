// Threads parse numbers and look at their own errno; the error count is kept under a mutex.
// guilty: race: errno is saved into a shared variable before the mutex is taken
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int errors, last_error;
static long sum;

static void parse(const char *text)
{
    char *end;
    errno = 0;
    long v = strtol(text, &end, 10);
    int failed = errno == ERANGE || *end != '\0';
#ifdef GUILTY
    if (errno != 0)
        last_error = errno;
    pthread_mutex_lock(&mutex);
#else
    int e = errno;
    pthread_mutex_lock(&mutex);
    if (e != 0)
        last_error = e;
#endif
    if (failed)
        errors++;
    else
        sum += v;
    pthread_mutex_unlock(&mutex);
}

static void *run(void *arg)
{
    for (const char **s = arg; *s; s++)
        parse(*s);
    return NULL;
}

int main(void)
{
    const char *a[] = { "99999999999999999999", "1", "20", "x7", NULL };
    const char *b[] = { "-99999999999999999999", "300", "4000", "5y", NULL };
    pthread_t t[2];
    pthread_create(&t[0], NULL, run, a);
    pthread_create(&t[1], NULL, run, b);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("sum %ld, %d errors, last %d\n", sum, errors, last_error);
    return sum == 4321 && errors == 4 && last_error == ERANGE ? 0 : 1;
}
