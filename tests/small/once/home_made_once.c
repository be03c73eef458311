// A home-made once with a plain flag that is set before the work is done.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started;
static int primes[4];

static void initialise(void)
{
    pthread_mutex_lock(&lock);
    int mine = !started;
    started = 1;
    pthread_mutex_unlock(&lock);
    if (mine)
        primes[3] = 7; // RACE
}

static void *use(void *arg)
{
    initialise();
    *(int *)arg = primes[3]; // RACE
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int seen[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, use, &seen[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("%s\n", seen[0] <= 7 ? "fine" : "odd");
    return 0;
}
