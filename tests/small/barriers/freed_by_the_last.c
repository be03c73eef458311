// The thread that the barrier calls the serial one adds up, destroys the barrier and frees it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct round {
    pthread_barrier_t all;
    int share[3];
};

struct part {
    struct round *round;
    int number;
};

static int total;

static void *work(void *arg)
{
    const struct part *part = arg;
    struct round *round = part->round;
    round->share[part->number] = part->number + 1;
    if (pthread_barrier_wait(&round->all) == PTHREAD_BARRIER_SERIAL_THREAD) {
        total += round->share[0] + round->share[1] + round->share[2];
        pthread_barrier_destroy(&round->all);
        free(round);
    }
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        pthread_t threads[3];
        struct part parts[3];
        struct round *round = malloc(sizeof *round);
        pthread_barrier_init(&round->all, NULL, 3);
        for (int k = 0; k < 3; k++) {
            parts[k] = (struct part){ round, k };
            pthread_create(&threads[k], NULL, work, &parts[k]);
        }
        for (int k = 0; k < 3; k++)
            pthread_join(threads[k], NULL);
    }
    printf("%d\n", total);
    return 0;
}
