// A session carries its mutex and its reference count; the decremented count is kept in a local variable.
// guilty: uaf, double-free, race: the count is read again from the session after the unlock
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct session {
    pthread_mutex_t mutex;
    int refs;
    int requests;
};

static void release(struct session *s)
{
    pthread_mutex_lock(&s->mutex);
    int left = --s->refs;
    pthread_mutex_unlock(&s->mutex);
#ifdef GUILTY
    left = s->refs;
#endif
    if (left == 0) {
        printf("%d requests\n", s->requests);
        pthread_mutex_destroy(&s->mutex);
        free(s);
    }
}

static void *client(void *arg)
{
    struct session *s = arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&s->mutex);
        s->requests++;
        pthread_mutex_unlock(&s->mutex);
    }
    release(s);
    return NULL;
}

int main(void)
{
    struct session *s = malloc(sizeof *s);
    pthread_t t[2];
    pthread_mutex_init(&s->mutex, NULL);
    s->refs = 2;
    s->requests = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, client, s);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
