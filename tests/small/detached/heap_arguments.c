// Detached threads get an argument each on the heap and free it themselves.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int sum, gone;

static void *add(void *arg)
{
    int *id = arg;
    atomic_fetch_add(&sum, *id);
    free(id);
    atomic_fetch_add(&gone, 1);
    return NULL;
}

int main(void)
{
    for (int i = 1; i <= 3; i++) {
        pthread_t t;
        int *id = malloc(sizeof *id);
        *id = i;
        pthread_create(&t, NULL, add, id);
        pthread_detach(t);
    }
    while (atomic_load(&gone) < 3)
        usleep(500);
    printf("%d\n", atomic_load(&sum));
    return atomic_load(&sum) == 6 ? 0 : 1;
}
