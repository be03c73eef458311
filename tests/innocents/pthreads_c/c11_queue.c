// A queue with C11 mtx_t and cnd_t: two producers, one consumer, fixed capacity.
// guilty: race: the producer decides that there is room before it locks
// language: c11
#include <stdio.h>
#include <threads.h>

#define CAP 16
static int ring[CAP], head, count;
static mtx_t m;
static cnd_t not_empty, not_full;

static int producer(void *arg)
{
    int base = *(int *)arg;
    for (int i = 0; i < 4; i++) {
#ifdef GUILTY
        int full = count == CAP;
        mtx_lock(&m);
        while (full && count == CAP)
#else
        mtx_lock(&m);
        while (count == CAP)
#endif
            cnd_wait(&not_full, &m);
        ring[(head + count) % CAP] = base + i;
        count++;
        cnd_signal(&not_empty);
        mtx_unlock(&m);
    }
    return 0;
}

int main(void)
{
    thrd_t t[2];
    int base[2] = { 10, 20 }, sum = 0, res;
    mtx_init(&m, mtx_plain);
    cnd_init(&not_empty);
    cnd_init(&not_full);
    for (int i = 0; i < 2; i++)
        if (thrd_create(&t[i], producer, &base[i]) != thrd_success)
            return 1;
    for (int i = 0; i < 8; i++) {
        mtx_lock(&m);
        while (count == 0)
            cnd_wait(&not_empty, &m);
        sum += ring[head];
        head = (head + 1) % CAP;
        count--;
        cnd_signal(&not_full);
        mtx_unlock(&m);
    }
    for (int i = 0; i < 2; i++)
        thrd_join(t[i], &res);
    printf("%d\n", sum);
    return sum == 132 ? 0 : 1;
}
