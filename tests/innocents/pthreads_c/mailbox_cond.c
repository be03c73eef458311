// A mailbox for one message: the sender fills it and signals, the receiver waits in a loop.
// guilty: race: the message and the flag are written before the mutex is taken
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t arrived;
    int full;
    char text[32];
} box = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, "" };

static void *receiver(void *arg)
{
    char *copy = arg;
    pthread_mutex_lock(&box.mutex);
    while (!box.full)
        pthread_cond_wait(&box.arrived, &box.mutex);
    strcpy(copy, box.text);
    box.full = 0;
    pthread_mutex_unlock(&box.mutex);
    return NULL;
}

int main(void)
{
    pthread_t t;
    char copy[32] = "";
    pthread_create(&t, NULL, receiver, copy);
#ifdef GUILTY
    strcpy(box.text, "hello, receiver");
    box.full = 1;
    pthread_mutex_lock(&box.mutex);
#else
    pthread_mutex_lock(&box.mutex);
    strcpy(box.text, "hello, receiver");
    box.full = 1;
#endif
    pthread_cond_signal(&box.arrived);
    pthread_mutex_unlock(&box.mutex);
    pthread_join(t, NULL);
    puts(copy);
    return strcmp(copy, "hello, receiver") == 0 ? 0 : 1;
}
