// Threads sort their own arrays; the comparison function counts its calls in a thread-local variable.
// guilty: race: the counter is shared
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef GUILTY
static unsigned long comparisons;
#else
static _Thread_local unsigned long comparisons;
#endif

struct job { int data[16]; unsigned long comparisons; };

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    comparisons++;
    return (x > y) - (x < y);
}

static void *sort(void *arg)
{
    struct job *j = arg;
    comparisons = 0;
    qsort(j->data, 16, sizeof j->data[0], by_value);
    j->comparisons = comparisons;
    return NULL;
}

int main(void)
{
    static struct job jobs[2];
    pthread_t t[2];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 16; i++)
            jobs[k].data[i] = (i * 7 + k * 5) % 16;
        pthread_create(&t[k], NULL, sort, &jobs[k]);
    }
    for (int k = 0; k < 2; k++) {
        pthread_join(t[k], NULL);
        printf("%lu comparisons\n", jobs[k].comparisons);
        for (int i = 1; i < 16; i++)
            if (jobs[k].data[i - 1] > jobs[k].data[i])
                return 1;
    }
    return 0;
}
