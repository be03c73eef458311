// A session frees its timer, but does not wait for a callback that is already on its way.
// names: uaf, race
// effect: freed, heap, signal 11, use after free
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct timer {
    void (*callback)(struct timer *);
    int fired;
    struct timer *next;
};

static pthread_mutex_t wheel_lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer *wheel;

static void on_timeout(struct timer *t)
{
    t->fired++; // HERE
}

static void add_timer(struct timer *t)
{
    pthread_mutex_lock(&wheel_lock);
    t->next = wheel;
    wheel = t;
    pthread_mutex_unlock(&wheel_lock);
}

static void delete_timer(struct timer *t)
{
    pthread_mutex_lock(&wheel_lock);
    for (struct timer **p = &wheel; *p; p = &(*p)->next)
        if (*p == t) {
            *p = t->next;
            break;
        }
    pthread_mutex_unlock(&wheel_lock);
}

// Takes the next timer off the wheel under the lock and calls it without, as callbacks may want the lock.
static void *tick(void *arg)
{
    pthread_mutex_lock(&wheel_lock);
    struct timer *t = wheel;
    if (t)
        wheel = t->next;
    pthread_mutex_unlock(&wheel_lock);
    if (t)
        t->callback(t);
    return arg;
}

static void *end_session(void *arg)
{
    struct timer *t = arg;
    usleep(2000);
    delete_timer(t);
    free(t); // HERE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct timer *t = calloc(1, sizeof *t);
    t->callback = on_timeout;
    add_timer(t);
    pthread_create(&a, NULL, tick, NULL);
    pthread_create(&b, NULL, end_session, t);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("session ended");
    return 0;
}
