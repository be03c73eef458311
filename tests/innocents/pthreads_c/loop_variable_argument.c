// Threads get pointers to their own elements of an array of arguments.
// guilty: race: all of them get the address of the loop variable
#include <pthread.h>
#include <stdio.h>

#define N 3
static int seen[N];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    int me = *(int *)arg;
    if (me >= 0 && me < N) {
        pthread_mutex_lock(&mutex);
        seen[me]++;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int number[N], i, distinct = 0;
    for (i = 0; i < N; i++) {
        number[i] = i;
#ifdef GUILTY
        pthread_create(&t[i], NULL, worker, &i);
#else
        pthread_create(&t[i], NULL, worker, &number[i]);
#endif
    }
    for (int k = 0; k < N; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < N; k++)
        distinct += seen[k] > 0;
    printf("%d of %d numbers seen, first is %d\n", distinct, N, number[0]);
    return distinct <= N ? 0 : 1;
}
