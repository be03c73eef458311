// An account guarded by an error-checking mutex; every return code of the lock is looked at.
// guilty: race: deposit() does not lock
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock;
static long balance = 1000;

static void check(int rc, const char *what)
{
    if (rc != 0) {
        fprintf(stderr, "%s failed: %d\n", what, rc);
        exit(EXIT_FAILURE);
    }
}

static void withdraw(long amount)
{
    check(pthread_mutex_lock(&lock), "lock");
    if (balance >= amount)
        balance -= amount;
    check(pthread_mutex_unlock(&lock), "unlock");
}

static void deposit(long amount)
{
#ifndef GUILTY
    check(pthread_mutex_lock(&lock), "lock");
#endif
    balance += amount;
#ifndef GUILTY
    check(pthread_mutex_unlock(&lock), "unlock");
#endif
}

static void *payer(void *arg)
{
    (void)arg;
    for (int i = 0; i < 10; i++)
        withdraw(20);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attr);
    pthread_create(&t, NULL, payer, NULL);
    for (int i = 0; i < 10; i++)
        deposit(30);
    pthread_join(t, NULL);
    printf("%ld\n", balance);
    return pthread_mutex_destroy(&lock) == 0 && balance == 1100 ? 0 : 1;
}
