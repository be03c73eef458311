// Threads share a lock twice, and try locks that only they hold themselves: calls that fail, and are meant to.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value, refused;

static int read_twice(void)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_rdlock(&table);
    int seen = value;
    pthread_rwlock_unlock(&table);
    seen += value;
    pthread_rwlock_unlock(&table);
    return seen;
}

// In place if nobody else reads, which is never so while it reads itself; then with a second look.
static void renew(void)
{
    pthread_rwlock_rdlock(&table);
    int old = value;
    int in_place = pthread_rwlock_trywrlock(&table) == 0;
    pthread_rwlock_unlock(&table);
    if (in_place)
        return;
    pthread_rwlock_wrlock(&table);
    if (value == old)
        value++;
    refused += pthread_rwlock_tryrdlock(&table) != 0;
    pthread_rwlock_unlock(&table);
}

static void *work(void *arg)
{
    struct timespec soon;
    for (int i = 0; i < 3; i++) {
        read_twice();
        renew();
    }
    clock_gettime(CLOCK_REALTIME, &soon);
    pthread_rwlock_rdlock(&table);
    int late = pthread_rwlock_timedwrlock(&table, &soon) == ETIMEDOUT;
    pthread_rwlock_unlock(&table);
    pthread_spin_lock(&spin);
    int busy = pthread_spin_trylock(&spin) == EBUSY;
    pthread_spin_unlock(&spin);
    pthread_mutex_lock(&mutex);
    busy += pthread_mutex_trylock(&mutex) == EBUSY;
    pthread_mutex_unlock(&mutex);
    return late && busy == 2 ? NULL : arg;
}

int main(void)
{
    pthread_t a, b;
    void *bad[2];
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, work, &value);
    pthread_create(&b, NULL, work, &value);
    pthread_join(a, &bad[0]);
    pthread_join(b, &bad[1]);
    puts(bad[0] || bad[1] || refused != 6 ? "odd" : "fine");
    return bad[0] || bad[1] || refused != 6;
}
