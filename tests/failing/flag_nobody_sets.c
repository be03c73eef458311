// A thread spins on a flag that is never set, since the other one waits for it to end.
// shows: hang, livelock, deadlock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int stop;

static void *spin(void *arg)
{
    while (!atomic_load(&stop)) // HERE
        sched_yield();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    pthread_join(t, NULL);
    atomic_store(&stop, 1);
    puts("never");
    return 0;
}
