// Main ends with the log locked, and threads still wait for it; all take it before the settings.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t settings = PTHREAD_MUTEX_INITIALIZER, log_file = PTHREAD_MUTEX_INITIALIZER;
static int lines, level;

static void *change_level(void *arg)
{
    (void)arg;
    usleep(8000);
    pthread_mutex_lock(&log_file);
    lines++;
    pthread_mutex_lock(&settings);
    level = 2;
    pthread_mutex_unlock(&settings);
    pthread_mutex_unlock(&log_file);
    return NULL;
}

static void *write_line(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&log_file);
    lines++;
    pthread_mutex_lock(&settings);
    if (level > 1)
        lines++;
    pthread_mutex_unlock(&settings);
    pthread_mutex_unlock(&log_file);
    return NULL;
}

int main(void)
{
    pthread_t writer, changer;
    pthread_create(&writer, NULL, write_line, NULL);
    pthread_create(&changer, NULL, change_level, NULL);
    usleep(3000);
    pthread_mutex_lock(&log_file);
    printf("%d\n", lines);
    exit(0);
}
