// Every thread gets its argument in a block on the heap that belongs to it and that it frees.
// guilty: uaf, race: the creator still reads the block after it has given it away
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task { int number; int rounds; };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int work_done;

static void *run(void *arg)
{
    struct task *task = arg;
    int sum = 0;
    for (int i = 0; i < task->rounds; i++)
        sum += task->number;
    pthread_mutex_lock(&mutex);
    work_done += sum;
    pthread_mutex_unlock(&mutex);
    free(task);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int rounds = 0;
    for (int i = 0; i < 3; i++) {
        struct task *task = malloc(sizeof *task);
        task->number = i + 1;
        task->rounds = 10;
#ifdef GUILTY
        pthread_create(&t[i], NULL, run, task);
        rounds += task->rounds;
#else
        rounds += task->rounds;
        pthread_create(&t[i], NULL, run, task);
#endif
    }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d done in %d rounds\n", work_done, rounds);
    return work_done == 60 ? 0 : 1;
}
