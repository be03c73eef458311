// A timer wheel: a ticker fires the timers of each slot, another thread adds and cancels timers.
// guilty: race: cancelling unlinks the timer without the lock
#include <pthread.h>
#include <stdio.h>

#define SLOTS 8
struct timer { struct timer *next; int slot; int fired; };

static struct timer *wheel[SLOTS];
static pthread_mutex_t wheel_lock = PTHREAD_MUTEX_INITIALIZER;

static void timer_add(struct timer *t, int slot)
{
    pthread_mutex_lock(&wheel_lock);
    t->slot = slot;
    t->next = wheel[slot];
    wheel[slot] = t;
    pthread_mutex_unlock(&wheel_lock);
}

static void timer_cancel(struct timer *t)
{
#ifndef GUILTY
    pthread_mutex_lock(&wheel_lock);
#endif
    for (struct timer **p = &wheel[t->slot]; *p; p = &(*p)->next)
        if (*p == t) { *p = t->next; break; }
#ifndef GUILTY
    pthread_mutex_unlock(&wheel_lock);
#endif
}

static void *ticker(void *unused)
{
    (void)unused;
    for (int tick = 0; tick < SLOTS; tick++) {
        pthread_mutex_lock(&wheel_lock);
        for (; wheel[tick]; wheel[tick] = wheel[tick]->next)
            wheel[tick]->fired++;
        pthread_mutex_unlock(&wheel_lock);
    }
    return NULL;
}

int main(void)
{
    static struct timer timers[6];
    pthread_t t;
    for (int i = 0; i < 6; i++) timer_add(&timers[i], 7 - i);
    pthread_create(&t, NULL, ticker, NULL);
    timer_cancel(&timers[0]);
    timer_cancel(&timers[3]);
    pthread_join(t, NULL);
    int fired = 0;
    for (int i = 0; i < 6; i++) fired += timers[i].fired;
    printf("%d fired\n", fired);
    return fired >= 4 && fired <= 6 ? 0 : 1;
}
