// A robust mutex: a thread ended while it held it; of two heirs the first one repairs the data.
// guilty: race: one of the heirs does not lock at all
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex;
static struct { int begun, finished; } journal;

static void *dies(void *arg)
{
    pthread_mutex_lock(&mutex);
    journal.begun++;
    return arg; /* and never unlocks */
}

static void lock_journal(void)
{
    if (pthread_mutex_lock(&mutex) == EOWNERDEAD) {
        journal.finished = journal.begun;
        pthread_mutex_consistent(&mutex);
    }
}

static void *heir(void *arg)
{
#ifdef GUILTY
    int locked = arg == NULL;
#else
    int locked = 1;
#endif
    if (locked)
        lock_journal();
    journal.begun++;
    journal.finished++;
    if (locked)
        pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t[2];
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attr);
    pthread_create(&t[0], NULL, dies, NULL);
    pthread_join(t[0], NULL);
    pthread_create(&t[0], NULL, heir, NULL);
    pthread_create(&t[1], NULL, heir, &journal);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    printf("begun %d, finished %d\n", journal.begun, journal.finished);
    return journal.begun == 3 && journal.finished >= 3 ? 0 : 1;
}
