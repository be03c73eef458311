// One thread takes the lock by its name, another one by a pointer in a table.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *const table[2] = { &lock, &lock };
static int n;

static void *by_name(void *arg)
{
    pthread_mutex_lock(&lock);
    n += 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *by_table(void *arg)
{
    pthread_mutex_lock(table[1]);
    n += 2;
    pthread_mutex_unlock(table[0]);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, by_name, NULL);
    pthread_create(&b, NULL, by_table, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n);
    return n == 3 ? 0 : 1;
}
