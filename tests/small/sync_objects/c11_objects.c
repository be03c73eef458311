// mtx_t and cnd_t, made for a job and destroyed behind its join.
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct job { mtx_t lock; cnd_t done; int is_done; };

static int work(void *arg)
{
    struct job *j = arg;
    mtx_lock(&j->lock);
    j->is_done = 1;
    cnd_signal(&j->done);
    mtx_unlock(&j->lock);
    return 0;
}
int main(void)
{
    for (int i = 0; i < 2; i++) {
        thrd_t t;
        struct job *j = malloc(sizeof *j);
        j->is_done = 0;
        mtx_init(&j->lock, mtx_plain);
        cnd_init(&j->done);
        thrd_create(&t, work, j);
        mtx_lock(&j->lock);
        while (!j->is_done)
            cnd_wait(&j->done, &j->lock);
        mtx_unlock(&j->lock);
        thrd_join(t, NULL);
        cnd_destroy(&j->done);
        mtx_destroy(&j->lock);
        free(j);
    }
    puts("done");
    return 0;
}
