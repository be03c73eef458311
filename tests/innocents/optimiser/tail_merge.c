// Two branches do nearly the same with two different globals, one branch per thread.
// guilty: race: the second branch counts in the first one's global
#include <pthread.h>
#include <stdio.h>

static struct { int count; int values[16]; } even, odd;

static void store(int v)
{
    if (v % 2 == 0) {
        even.values[even.count] = v;
        even.count++;
    } else {
        odd.values[odd.count] = v;
#ifdef GUILTY
        even.count++;
        odd.count++;
#else
        odd.count++;
#endif
    }
}

static void *feed(void *arg)
{
    for (int v = *(int *)arg; v < 20; v += 2) store(v);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int start[2] = {8, 9};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, feed, &start[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d even, %d odd, last odd %d\n", even.count, odd.count, odd.values[5]);
    return odd.count != 6;
}
