// Seats are sold at two counters; the check for a free seat and the sale are one critical section.
// guilty: atomicity: the number of seats is read in one critical section and lowered in another
#include <pthread.h>
#include <stdio.h>

static int seats = 5, sold;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int seats_left(void)
{
    pthread_mutex_lock(&mutex);
    int n = seats;
    pthread_mutex_unlock(&mutex);
    return n;
}

static int sell(void)
{
    int ok = 0;
#ifdef GUILTY
    if (seats_left() > 0) {
        pthread_mutex_lock(&mutex);
        seats--;
        sold++;
        ok = 1;
        pthread_mutex_unlock(&mutex);
    }
#else
    pthread_mutex_lock(&mutex);
    if (seats > 0) {
        seats--;
        sold++;
        ok = 1;
    }
    pthread_mutex_unlock(&mutex);
#endif
    return ok;
}

static void *counter(void *arg)
{
    int *customers = arg;
    for (int i = 0; i < 4; i++)
        *customers += sell();
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int customers[2] = { 0, 0 };
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, counter, &customers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d sold, %d left\n", customers[0] + customers[1], seats_left());
    return seats_left() == 0 && sold == 5 ? 0 : 1;
}
