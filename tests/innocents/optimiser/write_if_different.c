// Two threads make sure that a mode is set; it already is, so that nobody ever writes it.
// guilty: race: the mode is written without looking
// missed: the recorded run does not allow the other order
#include <pthread.h>
#include <stdio.h>

enum mode { SLOW, FAST };
static enum mode mode = SLOW;

static void want_mode(enum mode wanted)
{
#ifdef GUILTY
    mode = wanted;
#else
    if (mode != wanted) mode = wanted;
#endif
}

static void *run(void *arg)
{
    int *steps = arg;
    for (int i = 0; i < 5; i++) {
        want_mode(FAST);
        *steps += mode == FAST ? 2 : 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int steps[2] = {0, 0};
    want_mode(FAST);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, &steps[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%d %d\n", steps[0], steps[1]);
    return steps[0] != 10 || steps[1] != 10;
}
