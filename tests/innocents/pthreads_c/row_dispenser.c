// Rows are handed out with atomic_fetch_add, so that every row is done by exactly one thread.
// guilty: atomicity: the next row is loaded and stored in two steps, each of them atomic
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define ROWS 6
static atomic_int next_row;
static atomic_int done[ROWS];

static int take_row(void)
{
#ifdef GUILTY
    int r = atomic_load(&next_row);
    atomic_store(&next_row, r + 1);
    return r;
#else
    return atomic_fetch_add(&next_row, 1);
#endif
}

static void *worker(void *arg)
{
    for (int r; (r = take_row()) < ROWS;)
        atomic_fetch_add(&done[r], 1);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    int wrong = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int r = 0; r < ROWS; r++)
        wrong += atomic_load(&done[r]) != 1;
    printf("%d rows wrong\n", wrong);
    return wrong ? 1 : 0;
}
