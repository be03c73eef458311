// The reader takes the read lock of another rwlock than the writer.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t routes_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t hosts_lock = PTHREAD_RWLOCK_INITIALIZER;
static int routes = 1;

static void *add_route(void *arg)
{
    pthread_rwlock_wrlock(&routes_lock);
    routes++; // RACE
    pthread_rwlock_unlock(&routes_lock);
    return arg;
}

static void *count(void *arg)
{
    pthread_rwlock_rdlock(&hosts_lock);
    *(int *)arg = routes; // RACE
    pthread_rwlock_unlock(&hosts_lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int n;
    pthread_create(&a, NULL, add_route, NULL);
    pthread_create(&b, NULL, count, &n);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", n >= 1 ? "fine" : "odd");
    return 0;
}
