// Two threads draw numbers and look into the environment, which is set before they start.
// guilty: race: it is set while they look
// rows: libc_states
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    *(double *)arg = drand48();
    pthread_mutex_unlock(&lock);
    return getenv("NO_SUCH_VARIABLE");
}

int main(void)
{
    pthread_t a, b;
    double x, y;
    srand48(7);
#ifndef GUILTY
    setenv("LANGUAGE_OF_REPORTS", "la", 1);
#endif
    pthread_create(&a, NULL, work, &x);
    pthread_create(&b, NULL, work, &y);
#ifdef GUILTY
    setenv("LANGUAGE_OF_REPORTS", "la", 1);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(x < 1 && y < 1 ? "drawn" : "odd");
    return 0;
}
