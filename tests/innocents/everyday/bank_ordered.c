// Transfers between accounts lock both of them, the lower number first.
// guilty: deadlock: the locks are taken in the order from, to
#include <pthread.h>
#include <stdio.h>

struct account { int number; int balance; pthread_mutex_t lock; };

static struct account accounts[3] = {
    {1, 100, PTHREAD_MUTEX_INITIALIZER},
    {2, 100, PTHREAD_MUTEX_INITIALIZER},
    {3, 100, PTHREAD_MUTEX_INITIALIZER},
};

static int transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from, *second = to;
#ifndef GUILTY
    if (to->number < from->number) { first = to; second = from; }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    int ok = from->balance >= amount;
    if (ok) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return ok;
}

static void *morning(void *unused)
{
    transfer(&accounts[0], &accounts[1], 30);
    transfer(&accounts[1], &accounts[2], 20);
    return unused;
}

static void *evening(void *unused)
{
    transfer(&accounts[2], &accounts[0], 10);
    transfer(&accounts[1], &accounts[0], 5);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, morning, NULL);
    pthread_create(&b, NULL, evening, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += accounts[i].balance;
    printf("%d in the bank\n", sum);
    return sum != 300;
}
