// Both threads walk over the whole array but touch only the elements that they own.
// guilty: race: one element has two owners
#include <pthread.h>
#include <stdio.h>

#define N 32
static int cells[N];

struct walker { unsigned char owns[N]; int step; };

static void *walk(void *arg)
{
    const struct walker *w = arg;
    for (int i = 0; i < N; i++)
        if (w->owns[i]) cells[i] += w->step;
    return NULL;
}

int main(void)
{
    struct walker w[2] = {{.step = 1}, {.step = 5}};
    pthread_t t[2];
    for (int i = 0; i < N; i++) w[i % 3 == 0].owns[i] = 1;
#ifdef GUILTY
    w[0].owns[9] = 1;
#endif
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, walk, &w[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    int sum = 0;
    for (int i = 0; i < N; i++) sum += cells[i];
    printf("sum %d\n", sum);
    return sum < 76;
}
