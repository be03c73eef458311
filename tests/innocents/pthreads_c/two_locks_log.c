// An arena and a log with a mutex each; the log allocates from the arena, the arena never waits for the log.
// guilty: deadlock: a check of the arena clears the log with the mutex of the arena held
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char arena[1024];
static size_t used;
static pthread_mutex_t arena_lock = PTHREAD_MUTEX_INITIALIZER;
static char *lines[8];
static int n_lines;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static void *carve(size_t n)
{
    pthread_mutex_lock(&arena_lock);
    void *p = arena + (used += n) - n;
    pthread_mutex_unlock(&arena_lock);
    return p;
}

static void log_line(const char *text)
{
    pthread_mutex_lock(&log_lock);
    lines[n_lines++] = strcpy(carve(strlen(text) + 1), text);
    pthread_mutex_unlock(&log_lock);
}

static void *reset(void *arg)
{
    pthread_mutex_lock(&arena_lock);
    int full = used > 512;
#ifdef GUILTY
    pthread_mutex_lock(&log_lock);
    n_lines -= full ? n_lines : 0;
    pthread_mutex_unlock(&log_lock);
    pthread_mutex_unlock(&arena_lock);
#else
    pthread_mutex_unlock(&arena_lock);
    pthread_mutex_lock(&log_lock);
    n_lines -= full ? n_lines : 0;
    pthread_mutex_unlock(&log_lock);
#endif
    return arg;
}

static void *logger(void *arg)
{
    return log_line("starting"), arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, logger, NULL);
    pthread_create(&b, NULL, reset, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return printf("%s\n", lines[0]) == 9 && n_lines == 1 ? 0 : 1;
}
