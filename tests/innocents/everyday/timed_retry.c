// A client waits for an answer with a timeout and asks again when it does not come in time.
// guilty: race: the server writes its answer before it takes the lock
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER, asked = PTHREAD_COND_INITIALIZER;
static int questions, answers, temperature, closing;
static void *server(void *arg)
{
    pthread_mutex_lock(&m);
    for (int handled = 0;;) {
        while (questions == handled && !closing) pthread_cond_wait(&asked, &m);
        if (questions == handled) { pthread_mutex_unlock(&m); return arg; }
        handled++;
        pthread_mutex_unlock(&m);
        usleep(1500);
#ifdef GUILTY
        temperature = 20 + handled;
        pthread_mutex_lock(&m);
#else
        pthread_mutex_lock(&m);
        temperature = 20 + handled;
#endif
        answers++;
        pthread_cond_signal(&answered);
    }
}

static int ask(void)
{
    struct timespec until;
    pthread_mutex_lock(&m);
    while (answers == 0) {
        clock_gettime(CLOCK_REALTIME, &until);
        if ((until.tv_nsec += 1000000) >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
        if (questions < 5) questions++;
        pthread_cond_signal(&asked);
        pthread_cond_timedwait(&answered, &m, &until);
    }
    int t = temperature;
    pthread_mutex_unlock(&m);
    return t;
}
int main(void)
{
    pthread_t s;
    pthread_create(&s, NULL, server, NULL);
    int t = ask();
    pthread_mutex_lock(&m);
    closing = 1;
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&m);
    pthread_join(s, NULL);
    printf("%d degrees, %d answers\n", t, answers);
    return t < 21 || questions != answers;
}
