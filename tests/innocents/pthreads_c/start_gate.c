// Runners wait at a gate until the starter has filled in the course; one broadcast lets them all go.
// guilty: race: the course's length is filled in after the gate was opened
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int gate_open, course_length;

static void *runner(void *arg)
{
    int *distance = arg;
    pthread_mutex_lock(&mutex);
    while (!gate_open)
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < course_length; i++)
        ++*distance;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int distance[3] = { 0 };
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, runner, &distance[i]);
#ifndef GUILTY
    course_length = 40;
#endif
    pthread_mutex_lock(&mutex);
    gate_open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
#ifdef GUILTY
    course_length = 40;
#endif
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d %d %d\n", distance[0], distance[1], distance[2]);
    return distance[0] >= 0 && distance[0] <= 40 ? 0 : 1;
}
