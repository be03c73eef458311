// A spin lock from an atomic_flag guards a little struct.
// guilty: race: the lock is released with memory_order_relaxed
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static struct { int x, y; } point;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        sched_yield();
}

static void unlock(void)
{
#ifdef GUILTY
    atomic_flag_clear_explicit(&busy, memory_order_relaxed);
#else
    atomic_flag_clear_explicit(&busy, memory_order_release);
#endif
}

static void *mover(void *arg)
{
    int step = *(int *)arg;
    for (int i = 0; i < 10; i++) {
        lock();
        point.x += step;
        point.y -= step;
        unlock();
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int step[2] = { 1, 3 };
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, mover, &step[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%d %d\n", point.x, point.y);
    return point.x == 40 && point.y == -40 ? 0 : 1;
}
