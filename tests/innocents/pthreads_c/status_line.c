// A worker rewrites a status line with snprintf and sscanf; another thread copies it out, both under a mutex.
// guilty: race: the copy is made without the mutex
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char status[64] = "step 0 of 10";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    for (int i = 0; i < 10; i++) {
        int step, of;
        pthread_mutex_lock(&mutex);
        if (sscanf(status, "step %d of %d", &step, &of) == 2)
            snprintf(status, sizeof status, "step %d of %d", step + 1, of);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void get_status(char *out)
{
#ifdef GUILTY
    memcpy(out, status, sizeof status);
#else
    pthread_mutex_lock(&mutex);
    memcpy(out, status, sizeof status);
    pthread_mutex_unlock(&mutex);
#endif
}

int main(void)
{
    pthread_t t;
    char copy[64];
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 3; i++) {
        get_status(copy);
        puts(copy);
    }
    pthread_join(t, NULL);
    get_status(copy);
    return strcmp(copy, "step 10 of 10") == 0 ? 0 : 1;
}
