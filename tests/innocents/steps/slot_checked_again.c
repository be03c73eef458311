// A free slot is looked for with one lock, and is checked again before it is taken with the next.
// guilty: atomicity: it is taken without the second check
#include <pthread.h>
#include <stdio.h>

#define SLOTS 6
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owner[SLOTS];

static int guess(void)
{
    pthread_mutex_lock(&lock);
    int slot = 0;
    while (slot < SLOTS && owner[slot]) slot++;
    pthread_mutex_unlock(&lock);
    return slot;
}

static int take(int who)
{
    for (;;) {
        int slot = guess();
        if (slot == SLOTS) return -1;
        pthread_mutex_lock(&lock);
#ifdef GUILTY
        int is_free = 1;
#else
        int is_free = !owner[slot];
#endif
        if (is_free) owner[slot] = who;
        pthread_mutex_unlock(&lock);
        if (is_free) return slot;
    }
}

static void *client(void *arg)
{
    for (int i = 0; i < 2; i++) take(*(int *)arg);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int who[2] = {1, 2}, owned = 0;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, client, &who[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < SLOTS; i++) owned += owner[i] != 0;
    printf("%d slots are owned\n", owned);
    return owned != 4;
}
