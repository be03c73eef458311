// Each job has a mutex, a condition, a semaphore, a barrier and two other locks of its own, which are made before it and destroyed behind it.
// guilty: race: the locks are destroyed while the job may still use them
// rows: sync_objects
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

struct job {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_rwlock_t table;
    pthread_spinlock_t spin;
    pthread_barrier_t gate;
    sem_t tickets;
    int value;
};

static void *work(void *arg)
{
    struct job *j = arg;
    pthread_mutex_lock(&j->lock);
    j->value++;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
    pthread_rwlock_rdlock(&j->table);
    pthread_rwlock_unlock(&j->table);
    pthread_spin_lock(&j->spin);
    pthread_spin_unlock(&j->spin);
    sem_post(&j->tickets);
    pthread_barrier_wait(&j->gate);
    return NULL;
}

static void destroy(struct job *j)
{
    pthread_barrier_destroy(&j->gate);
    sem_destroy(&j->tickets);
    pthread_spin_destroy(&j->spin);
    pthread_rwlock_destroy(&j->table);
    pthread_cond_destroy(&j->changed);
    pthread_mutex_destroy(&j->lock);
}

int main(void)
{
    static struct job job;
    for (int round = 0; round < 2; round++) {
        pthread_t t;
        pthread_mutex_init(&job.lock, NULL);
        pthread_cond_init(&job.changed, NULL);
        pthread_rwlock_init(&job.table, NULL);
        pthread_spin_init(&job.spin, PTHREAD_PROCESS_PRIVATE);
        pthread_barrier_init(&job.gate, NULL, 1);
        sem_init(&job.tickets, 0, 0);
        pthread_create(&t, NULL, work, &job);
#ifdef GUILTY
        destroy(&job);
        pthread_join(t, NULL);
#else
        pthread_join(t, NULL);
        destroy(&job);
#endif
    }
    printf("%s\n", job.value >= 0 ? "done" : "odd");
    return 0;
}
