// Merge sort: the left half is sorted by a new thread, which is joined before the halves are merged.
// guilty: race: the smallest element of the left half is looked at before the join
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct part { int *data; int n; int smallest; };

static void *sort(void *arg)
{
    struct part *p = arg;
    if (p->n > 1) {
        struct part left = { p->data, p->n / 2, 0 };
        struct part right = { p->data + p->n / 2, p->n - p->n / 2, 0 };
        int merged[16], i = 0, j = 0;
        pthread_t t;
        int threaded = p->n >= 6 && pthread_create(&t, NULL, sort, &left) == 0;
        if (!threaded)
            sort(&left);
        sort(&right);
#ifdef GUILTY
        p->smallest = left.smallest < right.smallest ? left.smallest : right.smallest;
#endif
        if (threaded)
            pthread_join(t, NULL);
#ifndef GUILTY
        p->smallest = left.smallest < right.smallest ? left.smallest : right.smallest;
#endif
        while (i + j < p->n)
            if (j == right.n || (i < left.n && left.data[i] <= right.data[j]))
                merged[i + j] = left.data[i], i++;
            else
                merged[i + j] = right.data[j], j++;
        memcpy(p->data, merged, p->n * sizeof merged[0]);
    } else {
        p->smallest = p->data[0];
    }
    return NULL;
}

int main(void)
{
    int data[10] = { 31, 41, 59, 26, 53, 58, 97, 93, 23, 84 };
    struct part all = { data, 10, 0 };
    sort(&all);
    printf("smallest %d, largest %d\n", all.smallest, data[9]);
    for (int i = 1; i < 10; i++)
        if (data[i - 1] > data[i])
            return 1;
    return 0;
}
