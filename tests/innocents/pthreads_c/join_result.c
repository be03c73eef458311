// Each thread returns a result on the heap, which the main thread takes from pthread_join and frees.
// guilty: race: the main thread reads the grand total, which the threads update at their end, before it joins
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct result { long sum; int steps; };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long grand_total;

static void *sum_up(void *arg)
{
    int n = *(int *)arg;
    struct result *r = malloc(sizeof *r);
    r->sum = 0;
    r->steps = n;
    for (int i = 1; i <= n; i++)
        r->sum += i;
    pthread_mutex_lock(&mutex);
    grand_total += r->sum;
    pthread_mutex_unlock(&mutex);
    return r;
}

int main(void)
{
    int n[3] = { 10, 20, 30 };
    pthread_t t[3];
    long sum = 0;
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, sum_up, &n[i]);
#ifdef GUILTY
    printf("total %ld\n", grand_total);
#endif
    for (int i = 0; i < 3; i++) {
        void *p;
        pthread_join(t[i], &p);
        struct result *r = p;
        printf("%d steps: %ld\n", r->steps, r->sum);
        sum += r->sum;
        free(r);
    }
#ifndef GUILTY
    printf("total %ld\n", grand_total);
#endif
    return sum == 730 ? 0 : 1;
}
