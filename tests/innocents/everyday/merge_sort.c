// Parallel merge sort: the upper half is sorted by a new thread, each half in its part of the scratch space.
// guilty: race: both halves use the beginning of the scratch space
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define N 32
static int data[N], scratch[N];

struct range { int lo, hi, depth; };

static void merge(int lo, int mid, int hi)
{
#ifdef GUILTY
    int *out = scratch;
#else
    int *out = scratch + lo;
#endif
    int i = lo, j = mid, k = 0;
    while (i < mid && j < hi) out[k++] = data[i] <= data[j] ? data[i++] : data[j++];
    while (i < mid) out[k++] = data[i++];
    while (j < hi) out[k++] = data[j++];
    memcpy(data + lo, out, k * sizeof *out);
}

static void *sort(void *arg)
{
    struct range r = *(struct range *)arg;
    if (r.hi - r.lo < 2) return NULL;
    int mid = r.lo + (r.hi - r.lo) / 2;
    struct range left = {r.lo, mid, r.depth - 1}, right = {mid, r.hi, r.depth - 1};
    if (r.depth > 0) {
        pthread_t t;
        pthread_create(&t, NULL, sort, &right);
        sort(&left);
        pthread_join(t, NULL);
    } else {
        sort(&left);
        sort(&right);
    }
    merge(r.lo, mid, r.hi);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < N; i++) data[i] = i * 7919 % 101;
    struct range all = {0, N, 1};
    sort(&all);
    int wrong = 0;
    for (int i = 1; i < N; i++) wrong += data[i - 1] > data[i];
    printf("%d .. %d, %d out of order\n", data[0], data[N - 1], wrong);
    return wrong != 0;
}
