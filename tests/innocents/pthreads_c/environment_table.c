// A table of settings made of strdup'ed strings; get() returns a copy that the caller frees.
// guilty: uaf, race: get() returns the stored string itself, which set() frees
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *value;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void set(const char *v)
{
    char *fresh = strdup(v);
    pthread_mutex_lock(&mutex);
    free(value);
    value = fresh;
    pthread_mutex_unlock(&mutex);
}

static char *get(void)
{
    pthread_mutex_lock(&mutex);
#ifdef GUILTY
    char *v = value;
#else
    char *v = strdup(value);
#endif
    pthread_mutex_unlock(&mutex);
    return v;
}

static void *client(void *arg)
{
    char *v = get();
    *(size_t *)arg = strlen(v);
#ifndef GUILTY
    free(v);
#endif
    return NULL;
}

int main(void)
{
    pthread_t t;
    size_t length = 0;
    set("short");
    pthread_create(&t, NULL, client, &length);
    set("a somewhat longer value");
    pthread_join(t, NULL);
    printf("length %zu\n", length);
    free(value);
    return length == 5 || length == 23 ? 0 : 1;
}
