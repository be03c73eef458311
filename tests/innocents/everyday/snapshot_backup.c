// A backup copies all cells while a writer moves amounts between them; the sum in the copy must be right.
// guilty: atomicity: the backup lets go of the lock between the two halves
#include <pthread.h>
#include <stdio.h>

#define CELLS 8
static int cells[CELLS] = {10, 10, 10, 10, 10, 10, 10, 10};
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *move_around(void *arg)
{
    for (int i = 0; i < 4; i++) {
        pthread_rwlock_wrlock(&lock);
        cells[i] -= i + 1;
        cells[CELLS - 1 - i] += i + 1;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

static void *backup(void *arg)
{
    int copy[CELLS], *sum = arg;
    pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < CELLS; i++) {
        copy[i] = cells[i];
#ifdef GUILTY
        if (i == CELLS / 2 - 1) {
            pthread_rwlock_unlock(&lock);
            pthread_rwlock_rdlock(&lock);
        }
#endif
    }
    pthread_rwlock_unlock(&lock);
    *sum = 0;
    for (int i = 0; i < CELLS; i++) *sum += copy[i];
    return NULL;
}

int main(void)
{
    pthread_t w, b[2];
    int sums[2];
    pthread_create(&b[0], NULL, backup, &sums[0]);
    pthread_create(&w, NULL, move_around, NULL);
    pthread_create(&b[1], NULL, backup, &sums[1]);
    pthread_join(w, NULL);
    for (int i = 0; i < 2; i++) pthread_join(b[i], NULL);
    printf("backups hold %d and %d\n", sums[0], sums[1]);
    return sums[0] != 80 || sums[1] != 80;
}
