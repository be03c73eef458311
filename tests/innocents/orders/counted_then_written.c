// Threads count their turns under a lock, and one of them keeps the result.
// guilty: race: both keep it, one before its turn and the other behind it
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns, result;

static void take_turn(void)
{
    pthread_mutex_lock(&lock);
    turns++;
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg)
{
#ifdef GUILTY
    result = 1;
#endif
    take_turn();
    return arg;
}

static void *second(void *arg)
{
    take_turn();
    if (arg)
        result = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, &b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", turns);
    return result != 2;
}
