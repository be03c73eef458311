// Money moves between accounts; the two mutexes are locked in the order of their addresses.
// guilty: deadlock: the mutex of the paying account is always locked first
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct account {
    pthread_mutex_t lock;
    long balance;
};

static struct account ann = { PTHREAD_MUTEX_INITIALIZER, 500 };
static struct account bob = { PTHREAD_MUTEX_INITIALIZER, 500 };

static void transfer(struct account *from, struct account *to, long amount)
{
    struct account *first = from, *second = to;
#ifndef GUILTY
    if ((uintptr_t)from > (uintptr_t)to) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *salary(void *arg)
{
    (void)arg;
    transfer(&ann, &bob, 100);
    return NULL;
}

static void *rent(void *arg)
{
    (void)arg;
    transfer(&bob, &ann, 80);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, salary, NULL);
    pthread_create(&b, NULL, rent, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("ann %ld, bob %ld\n", ann.balance, bob.balance);
    return ann.balance == 480 && bob.balance == 520 ? 0 : 1;
}
