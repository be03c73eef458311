// A circular log keeps the last eight messages; anybody may dump it at any time.
// guilty: race: the dump does not take the lock
#include <pthread.h>
#include <stdio.h>

#define SLOTS 8
static struct { int sequence; char text[24]; } ring[SLOTS];
static int written;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(const char *who, int n)
{
    char text[24];
    snprintf(text, sizeof text, "%s says %d", who, n);
    pthread_mutex_lock(&lock);
    int slot = written % SLOTS;
    ring[slot].sequence = ++written;
    for (int i = 0; i < 24; i++) ring[slot].text[i] = text[i];
    pthread_mutex_unlock(&lock);
}

static int dump(void)
{
    int newest = 0;
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    for (int i = 0; i < SLOTS; i++)
        if (ring[i].sequence > newest) newest = ring[i].sequence;
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    return newest;
}

static void *talker(void *arg)
{
    for (int i = 0; i < 10; i++) note(arg, i);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, talker, "ann");
    pthread_create(&b, NULL, talker, "ben");
    printf("newest so far %d\n", dump());
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("newest %d\n", dump());
    return dump() != 20;
}
