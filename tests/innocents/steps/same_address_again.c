// Messages are passed on through one slot, and the memory of one is soon that of the next.
// guilty: uaf, race: the reader looks into a message that it has given back
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *slot;

static void put(int value)
{
    int *message = malloc(sizeof *message);
    *message = value;
    pthread_mutex_lock(&lock);
    while (slot) pthread_cond_wait(&changed, &lock);
    slot = message;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int *take(void)
{
    pthread_mutex_lock(&lock);
    while (!slot) pthread_cond_wait(&changed, &lock);
    int *message = slot;
    slot = NULL;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return message;
}

static void *writer(void *arg)
{
    for (int i = 1; i <= 6; i++) put(i);
    return arg;
}

static void *reader(void *arg)
{
    for (int i = 0; i < 3; i++) {
        int *message = take();
#ifdef GUILTY
        free(message);
        *(int *)arg += *message > 0;
#else
        *(int *)arg += *message > 0;
        free(message);
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t w, r[2];
    int read[2] = {0, 0};
    pthread_create(&w, NULL, writer, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&r[i], NULL, reader, &read[i]);
    pthread_join(w, NULL);
    for (int i = 0; i < 2; i++) pthread_join(r[i], NULL);
    puts(read[0] + read[1] <= 6 ? "read" : "odd");
    return 0;
}
