// Messages with a flexible array member are put into a box; from then on they belong to the receiver.
// guilty: race: the sender marks the message as urgent after it has put it into the box
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    struct message *next;
    int urgent;
    size_t length;
    char body[];
};

static struct message *box;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;

static void *sender(void *text)
{
    size_t n = strlen(text) + 1;
    struct message *m = malloc(sizeof *m + n);
    m->length = n;
    memcpy(m->body, text, n);
#ifndef GUILTY
    m->urgent = strchr(text, '!') != NULL;
#endif
    pthread_mutex_lock(&mutex);
    m->next = box;
    box = m;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&mutex);
#ifdef GUILTY
    m->urgent = strchr(text, '!') != NULL;
#endif
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    size_t bytes = 0;
    pthread_create(&t[0], NULL, sender, "hello, world");
    pthread_create(&t[1], NULL, sender, "come!");
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        while (box == NULL)
            pthread_cond_wait(&arrived, &mutex);
        struct message *m = box;
        box = m->next;
        pthread_mutex_unlock(&mutex);
        printf("%s%s\n", m->body, m->urgent ? " (urgent)" : "");
        bytes += m->length;
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return bytes == 19 ? 0 : 1;
}
