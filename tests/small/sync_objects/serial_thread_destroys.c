// The thread that a barrier calls serial destroys it, as POSIX allows.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct meeting { pthread_barrier_t barrier; int value[2]; };

static void *meet(void *arg)
{
    struct meeting *m = arg;
    if (pthread_barrier_wait(&m->barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(&m->barrier);
        return m;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *serial[2];
    struct meeting *m = calloc(1, sizeof *m);
    pthread_barrier_init(&m->barrier, NULL, 2);
    pthread_create(&a, NULL, meet, m);
    pthread_create(&b, NULL, meet, m);
    pthread_join(a, &serial[0]);
    pthread_join(b, &serial[1]);
    free(m);
    puts((serial[0] == NULL) != (serial[1] == NULL) ? "one" : "not one");
    return 0;
}
