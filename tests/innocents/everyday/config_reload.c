// A configuration is reloaded in the background while workers take copies of it.
// guilty: race: the workers copy the configuration without the lock
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct config { int version; int timeout_ms; int retries; char name[16]; };

static struct config current = {1, 100, 3, "default"};
static pthread_rwlock_t config_lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reload(void *unused)
{
    (void)unused;
    for (int v = 2; v <= 6; v++) {
        struct config fresh = {v, v * 50, v + 2, ""};
        snprintf(fresh.name, sizeof fresh.name, "reload-%d", v);
        pthread_rwlock_wrlock(&config_lock);
        current = fresh;
        pthread_rwlock_unlock(&config_lock);
    }
    return NULL;
}

static struct config get_config(void)
{
#ifdef GUILTY
    return current;
#else
    pthread_rwlock_rdlock(&config_lock);
    struct config copy = current;
    pthread_rwlock_unlock(&config_lock);
    return copy;
#endif
}

static void *work(void *arg)
{
    long total = 0;
    for (int i = 0; i < 5; i++) {
        struct config c = get_config();
        total += c.timeout_ms * c.retries;
    }
    *(long *)arg = total;
    return NULL;
}

int main(void)
{
    pthread_t r, w[2];
    long totals[2];
    pthread_create(&r, NULL, reload, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&w[i], NULL, work, &totals[i]);
    pthread_join(r, NULL);
    for (int i = 0; i < 2; i++) pthread_join(w[i], NULL);
    printf("%s %ld %ld\n", current.name, totals[0], totals[1]);
    return strcmp(current.name, "reload-6") != 0;
}
