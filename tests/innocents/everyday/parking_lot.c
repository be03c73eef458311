// A car park with two places: a semaphore counts the free places, a mutex protects the list of who is where.
// guilty: race: a car that leaves clears its place without the mutex
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

#define PLACES 2
#define CARS 4
static sem_t free_places;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static int place[PLACES];     // number of the car, 0 if free

static int enter(int car)
{
    int p = 0;
    sem_wait(&free_places);
    pthread_mutex_lock(&list_lock);
    while (place[p] != 0) p++;      // there is one
    place[p] = car;
    pthread_mutex_unlock(&list_lock);
    return p;
}

static void leave(int p)
{
#ifdef GUILTY
    place[p] = 0;
#else
    pthread_mutex_lock(&list_lock);
    place[p] = 0;
    pthread_mutex_unlock(&list_lock);
#endif
    sem_post(&free_places);
}

static void *drive(void *arg)
{
    int *car = arg, visits = 0;
    for (int i = 0; i < 3; i++, visits++) {
        int p = enter(*car);
        usleep(100);
        leave(p);
    }
    *car = visits;
    return NULL;
}

int main(void)
{
    pthread_t t[CARS];
    int cars[CARS] = {11, 12, 13, 14}, visits = 0;
    sem_init(&free_places, 0, PLACES);
    for (int i = 0; i < CARS; i++) pthread_create(&t[i], NULL, drive, &cars[i]);
    for (int i = 0; i < CARS; i++) { pthread_join(t[i], NULL); visits += cars[i]; }
    printf("%d visits\n", visits);
    return visits != 12 || place[0] || place[1];
}
