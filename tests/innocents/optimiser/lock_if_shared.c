// A summing loop that locks only when it adds to the shared total; a private sum needs no lock.
// guilty: race: the loop believes that the shared total is private
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void add_all(const int *v, int n, bool shared, long *sum)
{
    for (int i = 0; i < n; i++) {
        if (shared) pthread_mutex_lock(&lock);
        if (v[i] > 0) *sum += v[i];
        if (shared) pthread_mutex_unlock(&lock);
    }
}

static void *accountant(void *arg)
{
    static const int entries[] = {5, -3, 8, 0, 2, -1};
    long mine = 0;
    add_all(entries, 6, false, &mine);
#ifdef GUILTY
    add_all(entries, 6, false, &total);
#else
    add_all(entries, 6, true, &total);
#endif
    *(long *)arg = mine;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    long sums[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, accountant, &sums[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%ld %ld, total %ld\n", sums[0], sums[1], total);
    return sums[0] != 15 || sums[1] != 15;
}
