// A loader fills a table of plugins and publishes the number that is ready; another thread calls them.
// guilty: race: the number is published with a relaxed store
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct plugin { const char *name; int (*call)(int); };

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }

static struct plugin table[3];
static atomic_int ready;

#ifdef GUILTY
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static void *load(void *unused)
{
    static const struct plugin known[] = {{"twice", twice}, {"square", square}, {"negate", negate}};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        table[i] = known[i];
        atomic_store_explicit(&ready, i + 1, PUBLISH);
    }
    return NULL;
}

int main(void)
{
    pthread_t loader;
    pthread_create(&loader, NULL, load, NULL);
    int result = 7;
    for (int i = 0; i < 3; i++) {
        while (atomic_load_explicit(&ready, memory_order_acquire) <= i)
            sched_yield();
        result = table[i].call(result);
        printf("%s: %d\n", table[i].name, result);
    }
    pthread_join(loader, NULL);
    return result == -196 ? 0 : 1;
}
