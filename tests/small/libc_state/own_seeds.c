// Two threads draw numbers with rand_r and erand48, each from its own state.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state { unsigned seed; unsigned short more[3]; double sum; };

static void *draw(void *arg)
{
    struct state *s = arg;
    char reason[64];
    for (int i = 0; i < 4; i++)
        s->sum += rand_r(&s->seed) % 10 + erand48(s->more);
    if (strerror_r(2, reason, sizeof reason) != 0)
        s->sum += 1;
    return NULL;
}

int main(void)
{
    struct state s[2] = { { 1, { 1, 2, 3 }, 0 }, { 2, { 4, 5, 6 }, 0 } };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, draw, &s[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%s\n", s[0].sum < 50 && s[1].sum < 50 ? "fine" : "odd");
    return 0;
}
