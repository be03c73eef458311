// Looks at a flag every tenth of a millisecond.
// guilty: race: the flag is an ordinary variable
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#ifdef GUILTY
static volatile int done;
#else
static atomic_int done;
#endif

static void* work(void* unused) {
    usleep(20000);
    done = 1;
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    while (!done) usleep(100);
    pthread_join(worker, NULL);
    puts("done");
    return 0;
}
