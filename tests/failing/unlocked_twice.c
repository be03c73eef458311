// An error path unlocks what the function unlocks anyway.
// shows: misuse
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int take(int amount)
{
    int done = 0;
    pthread_mutex_lock(&lock);
    if (amount > balance) {
        pthread_mutex_unlock(&lock);
    } else {
        balance -= amount;
        done = 1;
    }
    pthread_mutex_unlock(&lock); // HERE
    return done;
}

static void *customer(void *arg)
{
    for (int i = 0; i < 3; i++)
        take(4);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, customer, NULL);
    pthread_join(t, NULL);
    printf("%d\n", balance);
    return 0;
}
