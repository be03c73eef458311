// Threads enter their names in a table: who takes a slot fills it under the same lock.
// guilty: atomicity: which slot is free is asked for in a section of its own
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;
static char names[4][16];

static int next_free(void)
{
    pthread_mutex_lock(&lock);
    const int slot = used;
    pthread_mutex_unlock(&lock);
    return slot;
}

static void *enter(void *name)
{
#ifdef GUILTY
    const int slot = next_free();
    pthread_mutex_lock(&lock);
#else
    (void)next_free();
    pthread_mutex_lock(&lock);
    const int slot = used;
#endif
    strncpy(names[slot], name, sizeof names[slot] - 1);
    used = slot + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, enter, "first");
    pthread_create(&b, NULL, enter, "second");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", used);
    return 0;
}
