// Results are handed over by eventfd_write and eventfd_read, one after the other.
// guilty: race: the sum is taken before the last result was announced
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int ready;
static int results[3];

static void *compute(void *arg)
{
    for (int i = 0; i < 3; i++) {
        results[i] = (i + 1) * 10;
        eventfd_write(ready, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    eventfd_t one;
    int sum = 0;
    ready = eventfd(0, EFD_SEMAPHORE);
    if (ready < 0)
        return 1;
    pthread_create(&t, NULL, compute, NULL);
    for (int i = 0; i < 3; i++) {
#ifdef GUILTY
        sum += results[i];
        eventfd_read(ready, &one);
#else
        eventfd_read(ready, &one);
        sum += results[i];
#endif
    }
    pthread_join(t, NULL);
    close(ready);
    printf("%d\n", sum);
    return sum <= 60 ? 0 : 1;
}
