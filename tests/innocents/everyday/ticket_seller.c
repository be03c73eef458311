// Two counters sell the seats of one hall.
// guilty: atomicity: a counter looks for a free seat and marks it under two separate locks
#include <pthread.h>
#include <stdio.h>

#define SEATS 12
static int taken[SEATS];          // how often each was sold
static pthread_mutex_t hall = PTHREAD_MUTEX_INITIALIZER;

static int find_seat(void)
{
    for (int i = 0; i < SEATS; i++)
        if (!taken[i]) return i;
    return -1;
}

static int sell(void)
{
    pthread_mutex_lock(&hall);
    int seat = find_seat();
#ifdef GUILTY
    pthread_mutex_unlock(&hall);
    pthread_mutex_lock(&hall);
#endif
    if (seat >= 0) taken[seat]++;
    pthread_mutex_unlock(&hall);
    return seat;
}

static void *counter(void *arg)
{
    int *sold = arg;
    while (*sold < 3 && sell() >= 0)
        (*sold)++;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int sold[2] = {0, 0};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, counter, &sold[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    int twice = 0;
    for (int i = 0; i < SEATS; i++) twice += taken[i] > 1;
    printf("%d sold, %d of them twice\n", sold[0] + sold[1], twice);
    return twice != 0;
}
