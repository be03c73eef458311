// Two threads split their own strings with strtok_r and add up the numbers in them.
// guilty: race: they use strtok, which keeps its place in a hidden static variable
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task { char text[64]; long sum; };

static void *add_up(void *arg)
{
    struct task *task = arg;
#ifdef GUILTY
    for (char *word = strtok(task->text, ", "); word; word = strtok(NULL, ", "))
        task->sum += strtol(word, NULL, 10);
#else
    char *place;
    for (char *word = strtok_r(task->text, ", ", &place); word; word = strtok_r(NULL, ", ", &place))
        task->sum += strtol(word, NULL, 10);
#endif
    return NULL;
}

int main(void)
{
    struct task task[2] = { { "1, 2, 3, 4", 0 }, { "10, 20, 30", 0 } };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add_up, &task[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%ld %ld\n", task[0].sum, task[1].sum);
    return task[0].sum == 10 && task[1].sum == 60 ? 0 : 1;
}
