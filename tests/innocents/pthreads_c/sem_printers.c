// Three printers for four jobs: a semaphore counts the free ones, a mutex guards the table of who has which.
// guilty: race: a printer is given back without the mutex
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define PRINTERS 3
static sem_t available;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int busy[PRINTERS], pages[PRINTERS];

static int take(void)
{
    int found = -1;
    sem_wait(&available);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < PRINTERS && found < 0; i++)
        if (!busy[i]) {
            busy[i] = 1;
            found = i;
        }
    pthread_mutex_unlock(&mutex);
    return found;
}

static void give_back(int i)
{
#ifdef GUILTY
    busy[i] = 0;
#else
    pthread_mutex_lock(&mutex);
    busy[i] = 0;
    pthread_mutex_unlock(&mutex);
#endif
    sem_post(&available);
}

static void *job(void *arg)
{
    int p = take();
    pages[p] += *(int *)arg;
    give_back(p);
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    int n[4] = { 1, 2, 3, 4 }, sum = 0, left;
    sem_init(&available, 0, PRINTERS);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, job, &n[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < PRINTERS; i++)
        sum += pages[i];
    sem_getvalue(&available, &left);
    printf("%d pages, %d printers free\n", sum, left);
    return sum == 10 && left == PRINTERS && sem_trywait(&available) == 0 ? 0 : 1;
}
