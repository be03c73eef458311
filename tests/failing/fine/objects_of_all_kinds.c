// Conditions and reader-writer locks made in every way there is, and made again after they were destroyed.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_rwlock_t table;
    int turns;
};

static struct pair fixed = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, 0};
static struct pair writers = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                              PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP, 0};

static void *turn(void *arg)
{
    struct pair *p = arg;
    pthread_rwlock_wrlock(&p->table);
    pthread_rwlock_unlock(&p->table);
    pthread_mutex_lock(&p->lock);
    p->turns++;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void use(struct pair *p)
{
    pthread_t t;
    p->turns = 0;
    pthread_create(&t, NULL, turn, p);
    pthread_rwlock_rdlock(&p->table);
    pthread_rwlock_unlock(&p->table);
    pthread_mutex_lock(&p->lock);
    while (p->turns == 0)
        pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
    pthread_join(t, NULL);
}

int main(void)
{
    use(&fixed);
    use(&writers);
    struct pair *p = malloc(sizeof *p);
    memset(p, 0x5a, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    for (int shared = 0; shared < 2; shared++)
        for (int kind = PTHREAD_RWLOCK_PREFER_READER_NP; kind <= PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; kind++) {
            pthread_condattr_t how;
            pthread_rwlockattr_t which;
            pthread_condattr_init(&how);
            pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
            pthread_condattr_setpshared(&how, shared);
            pthread_rwlockattr_init(&which);
            pthread_rwlockattr_setkind_np(&which, kind);
            pthread_rwlockattr_setpshared(&which, shared);
            pthread_cond_init(&p->changed, &how);
            pthread_rwlock_init(&p->table, &which);
            use(p);
            pthread_cond_destroy(&p->changed);
            pthread_rwlock_destroy(&p->table);
        }
    free(p);
    puts("done");
    return 0;
}
