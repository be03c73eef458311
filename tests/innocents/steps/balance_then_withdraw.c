// Two cash machines and one account.
// guilty: atomicity: the balance is asked for in one critical section and lowered in another
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long cents = 10000;

static int withdraw(long n)
{
    pthread_mutex_lock(&lock);
    int enough = cents >= n;
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
    if (!enough) return 0;
    pthread_mutex_lock(&lock);
#endif
    if (enough) cents -= n;
    pthread_mutex_unlock(&lock);
    return enough;
}

static void *machine(void *arg)
{
    long *paid = arg;
    if (withdraw(7000)) *paid = 7000;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    long paid[2] = {0, 0};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, machine, &paid[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("%ld paid\n", paid[0] + paid[1]);
    return cents < 0;
}
