// A lookup takes its reference after it has let go of the table's lock; the last owner may free in between.
// names: uaf, race
// effect: freed, heap, signal 11, use after free
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// After the pattern of look-up-then-get in key rings and file tables.
struct key {
    int references;
    int serial;
    char secret[32];
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct key *table[4];

static struct key *make_key(int serial)
{
    struct key *k = malloc(sizeof *k);
    k->references = 1;
    k->serial = serial;
    snprintf(k->secret, sizeof k->secret, "secret %d", serial);
    return k;
}

static void put_key(struct key *k)
{
    if (__atomic_sub_fetch(&k->references, 1, __ATOMIC_ACQ_REL) == 0) {
        memset(k->secret, 0, sizeof k->secret);
        free(k); // HERE
    }
}

static struct key *get_key(int serial)
{
    pthread_mutex_lock(&table_lock);
    struct key *k = table[serial];
    pthread_mutex_unlock(&table_lock);
    if (k)
        __atomic_add_fetch(&k->references, 1, __ATOMIC_RELAXED); // HERE
    return k;
}

static void revoke(int serial)
{
    pthread_mutex_lock(&table_lock);
    struct key *k = table[serial];
    table[serial] = NULL;
    pthread_mutex_unlock(&table_lock);
    if (k)
        put_key(k);
}

static void *reader(void *arg)
{
    struct key *k = get_key(1);
    if (k) {
        *(int *)arg = k->serial;
        put_key(k);
    }
    return NULL;
}

static void *revoker(void *arg)
{
    revoke(1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int seen = 0;
    for (int i = 0; i < 4; i++)
        table[i] = make_key(i);
    pthread_create(&a, NULL, reader, &seen);
    pthread_create(&b, NULL, revoker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", seen <= 1 ? "served" : "odd");
    for (int i = 0; i < 4; i++)
        revoke(i);
    return 0;
}
