// Two readers and a writer use an rwlock as it is meant.
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct { int a, b; } pair;

static void *read_pair(void *arg)
{
    int *odd = arg;
    for (int i = 0; i < 3; i++) {
        pthread_rwlock_rdlock(&lock);
        *odd |= pair.a != pair.b;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

static void *write_pair(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_rwlock_wrlock(&lock);
        pair.a++;
        pair.b++;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t[3];
    int odd[2] = { 0, 0 };
    pthread_create(&t[0], NULL, read_pair, &odd[0]);
    pthread_create(&t[1], NULL, read_pair, &odd[1]);
    pthread_create(&t[2], NULL, write_pair, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    printf("%d\n", odd[0] + odd[1]);
    return odd[0] + odd[1];
}
