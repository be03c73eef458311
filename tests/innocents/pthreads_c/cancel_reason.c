// A worker that is cancelled says why it ended: who cancels it has written the reason before.
// guilty: race: the reason is written after the cancellation
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int reason, told;

static void say_why(void *arg)
{
    (void)arg;
    told = reason;
}

static void *worker(void *arg)
{
    pthread_cleanup_push(say_why, NULL);
    for (;;)
        usleep(200);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    usleep(1000);
#ifdef GUILTY
    pthread_cancel(t);
    reason = 7;
#else
    reason = 7;
    pthread_cancel(t);
#endif
    pthread_join(t, NULL);
    printf("ended because of %d\n", told);
    return told == 7 || told == 0 ? 0 : 1;
}
