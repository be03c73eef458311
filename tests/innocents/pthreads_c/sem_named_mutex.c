// A named semaphore, unlinked right after it was opened, is used as a mutex.
// guilty: race: one of the two threads does not wait for the semaphore
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t *sem;
static int ticket, sold[2];

static void *counter0(void *arg)
{
    (void)arg;
    for (int i = 0; i < 8; i++) {
        sem_wait(sem);
        ticket++;
        sold[0]++;
        sem_post(sem);
    }
    return NULL;
}

static void *counter1(void *arg)
{
    (void)arg;
    for (int i = 0; i < 8; i++) {
#ifndef GUILTY
        sem_wait(sem);
#endif
        ticket++;
        sold[1]++;
#ifndef GUILTY
        sem_post(sem);
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char name[32];
    snprintf(name, sizeof name, "/tickets-%ld", (long)getpid());
    sem = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
    if (sem == SEM_FAILED) {
        perror("sem_open");
        return 1;
    }
    sem_unlink(name);
    pthread_create(&a, NULL, counter0, NULL);
    pthread_create(&b, NULL, counter1, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_close(sem);
    printf("%d tickets, %d + %d\n", ticket, sold[0], sold[1]);
    return ticket == sold[0] + sold[1] ? 0 : 1;
}
