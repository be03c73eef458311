// A spin lock from an atomic_flag.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int n;

static void *add(void *arg)
{
    for (int i = 0; i < 3; i++) {
        while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
            sched_yield();
        n++;
        atomic_flag_clear_explicit(&taken, memory_order_release);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n);
    return n == 6 ? 0 : 1;
}
