// A ring of log lines guarded by a priority-inheritance mutex; lines are made with snprintf.
// guilty: race: the line number is taken outside of the mutex
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LINES 4
static char ring[LINES][40];
static unsigned next_line;
static pthread_mutex_t mutex;

static void log_line(const char *who, int value)
{
#ifdef GUILTY
    unsigned n = next_line++;
    pthread_mutex_lock(&mutex);
#else
    pthread_mutex_lock(&mutex);
    unsigned n = next_line++;
#endif
    snprintf(ring[n % LINES], sizeof ring[0], "%u: %s = %d", n, who, value);
    pthread_mutex_unlock(&mutex);
}

static void *sensor(void *arg)
{
    for (int i = 0; i < 4; i++)
        log_line(arg, i * 10);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t[2];
    pthread_mutexattr_init(&attr);
    if (pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT) != 0)
        return 1;
    pthread_mutex_init(&mutex, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&t[0], NULL, sensor, "temperature");
    pthread_create(&t[1], NULL, sensor, "humidity");
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    for (int i = 0; i < LINES; i++)
        puts(ring[i]);
    return next_line == 8 && strncmp(ring[3], "7: ", 3) == 0 ? 0 : 1;
}
