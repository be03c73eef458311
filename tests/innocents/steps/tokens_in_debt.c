// A budget that may be overdrawn: who finds something left takes what it needs and may leave a debt.
// guilty: race: what is left is looked at without the lock
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int budget = 10;
static int spent;

static int left(void)
{
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    int n = budget;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    return n;
}

static void *spender(void *arg)
{
    for (int i = 0; i < 3; i++) {
        if (left() <= 0) break;
        pthread_mutex_lock(&lock);
        budget -= 6;
        spent += 6;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, spender, NULL);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("spent %d, left %d\n", spent, budget);
    return spent + budget == 10 ? 0 : 1;
}
