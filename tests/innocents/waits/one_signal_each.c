// Two waiters, each with a condition of its own.
// guilty: deadlock, hang: they share a condition, and the signal for one may wake the other
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t conditions[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int turn = -1, done;

static pthread_cond_t *mine(int number)
{
#ifdef GUILTY
    return &conditions[number * 0];
#else
    return &conditions[number];
#endif
}

static void *waiter(void *arg)
{
    int number = *(int *)arg;
    pthread_mutex_lock(&lock);
    while (turn < number) pthread_cond_wait(mine(number), &lock);
    done++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int numbers[2] = {0, 1};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, waiter, &numbers[i]);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        turn = i;
        pthread_cond_signal(mine(i));
        pthread_mutex_unlock(&lock);
        pthread_join(t[i], NULL);
    }
    printf("%d\n", done);
    return 0;
}
