// Waits with pauses that double from look to look, up to a limit.
// guilty: race: the total is changed once more after it was handed over
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_bool handed_over;
static long total;

static void* add_up(void* unused) {
    usleep(30000);
    for (int i = 1; i <= 10; i++) total += i;
    atomic_store_explicit(&handed_over, 1, memory_order_release);
#ifdef GUILTY
    total += 11;
#endif
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, add_up, NULL);
    for (int delay = 1; !atomic_load_explicit(&handed_over, memory_order_acquire);) {
        for (volatile int i = 0; i < delay; i++) continue;
        if (delay < 256) delay *= 2;
    }
    const long seen = total;
    pthread_join(worker, NULL);
    printf("%d\n", seen >= 55);
    return 0;
}
