// Two threads spin on a flag while a third prepares the table that they sum up, which takes its time.
// guilty: race: the last entry is filled in after the flag was set
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static int table[8];
static atomic_int prepared;
static int sums[2];

static void* sum(void* out) {
    while (!atomic_load_explicit(&prepared, memory_order_acquire)) {
    }
    int total = 0;
    for (int i = 0; i < 8; i++) total += table[i];
    *(int*)out = total;
    return NULL;
}

int main(void) {
    pthread_t readers[2];
    for (int i = 0; i < 2; i++) pthread_create(&readers[i], NULL, sum, &sums[i]);
    nanosleep(&(struct timespec){0, 60000000}, NULL);
    for (int i = 0; i < 7; i++) table[i] = i;
#ifndef GUILTY
    table[7] = 7;
#endif
    atomic_store_explicit(&prepared, 1, memory_order_release);
#ifdef GUILTY
    table[7] = 7;
#endif
    for (int i = 0; i < 2; i++) pthread_join(readers[i], NULL);
    printf("%d\n", sums[0] >= 21 && sums[1] >= 21);
    return 0;
}
