// A file's buffer is freed by whoever closes it first; the check and the free are under the mutex.
// guilty: double-free, race: the check for NULL is made before the mutex is taken
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct file {
    pthread_mutex_t mutex;
    char *buffer;
    int closes;
};

static void file_close(struct file *f)
{
#ifdef GUILTY
    char *b = f->buffer;
    pthread_mutex_lock(&f->mutex);
#else
    pthread_mutex_lock(&f->mutex);
    char *b = f->buffer;
#endif
    if (b != NULL) {
        f->buffer = NULL;
        f->closes++;
        free(b);
    }
    pthread_mutex_unlock(&f->mutex);
}

static void *closer(void *arg)
{
    file_close(arg);
    return NULL;
}

int main(void)
{
    struct file f = { PTHREAD_MUTEX_INITIALIZER, malloc(256), 0 };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, closer, &f);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("closed %d time(s)\n", f.closes);
    return f.closes == 1 ? 0 : 1;
}
