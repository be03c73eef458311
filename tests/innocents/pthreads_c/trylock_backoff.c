// The second lock is only tried; if it is taken, the first one is given back before the next attempt.
// guilty: deadlock: the second lock is waited for while the first is held
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER, net = PTHREAD_MUTEX_INITIALIZER;
static int uploads, downloads;

static void lock_both(pthread_mutex_t *a, pthread_mutex_t *b)
{
#ifdef GUILTY
    pthread_mutex_lock(a);
    pthread_mutex_lock(b);
#else
    for (;;) {
        pthread_mutex_lock(a);
        if (pthread_mutex_trylock(b) == 0)
            return;
        pthread_mutex_unlock(a);
        sched_yield();
    }
#endif
}

static void unlock_both(void)
{
    pthread_mutex_unlock(&disk);
    pthread_mutex_unlock(&net);
}

static void *uploader(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++) {
        lock_both(&disk, &net);
        uploads++;
        unlock_both();
    }
    return NULL;
}

static void *downloader(void *arg)
{
    lock_both(&net, &disk);
    downloads++;
    unlock_both();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, uploader, NULL);
    pthread_create(&b, NULL, downloader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d up, %d down\n", uploads, downloads);
    return uploads == 2 && downloads == 1 ? 0 : 1;
}
