// A histogram whose update is so short that a spin lock is used.
// guilty: race: the out-of-range counter is incremented before the spin lock is taken
#include <pthread.h>
#include <stdio.h>

#define BINS 8
static pthread_spinlock_t lock;
static unsigned bins[BINS], outside;

static void record(int value)
{
#ifdef GUILTY
    if (value < 0 || value >= BINS) {
        outside++;
        return;
    }
    pthread_spin_lock(&lock);
    bins[value]++;
    pthread_spin_unlock(&lock);
#else
    pthread_spin_lock(&lock);
    if (value < 0 || value >= BINS)
        outside++;
    else
        bins[value]++;
    pthread_spin_unlock(&lock);
#endif
}

static void *worker(void *arg)
{
    unsigned x = *(unsigned *)arg;
    for (int i = 0; i < 12; i++) {
        x = x * 1103515245u + 12345u;
        record((int)(x >> 16) % 10);
    }
    record(-1);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    unsigned seed[2] = { 1, 2 }, sum = 0;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &seed[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < BINS; i++)
        sum += bins[i];
    printf("%u inside, %u outside\n", sum, outside);
    pthread_spin_destroy(&lock);
    return sum + outside == 26 ? 0 : 1;
}
