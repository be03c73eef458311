// A local of main's is complete before the thread starts, and only read again after the join.
#include <pthread.h>
#include <stdio.h>

struct job { int from, to, sum; };

static void *add(void *arg)
{
    struct job *job = arg;
    for (int i = job->from; i < job->to; i++)
        job->sum += i;
    return NULL;
}

int main(void)
{
    struct job job = { 1, 11, 0 };
    pthread_t t;
    pthread_create(&t, NULL, add, &job);
    pthread_join(t, NULL);
    printf("%d\n", job.sum);
    return job.sum == 55 ? 0 : 1;
}
