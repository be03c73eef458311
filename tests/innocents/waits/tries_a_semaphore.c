// A thread tries a semaphore over and over until the order is there.
// guilty: race: the order is written after the semaphore was posted
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t orders;
static int order;

static void* customer(void* unused) {
    (void)unused;
    usleep(3000);
#ifdef GUILTY
    sem_post(&orders);
    order = 4;
#else
    order = 4;
    sem_post(&orders);
#endif
    return NULL;
}

int main(void) {
    sem_init(&orders, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, customer, NULL);
    while (sem_trywait(&orders) != 0) {
    }
    const int taken = order;
    pthread_join(thread, NULL);
    printf("order %d\n", taken);
    return 0;
}
