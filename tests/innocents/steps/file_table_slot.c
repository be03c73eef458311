// A table of open files: a slot is looked up by its number and written through.
// guilty: atomicity: the slot is looked up in one critical section and used in the next
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct file { int open; int written; };
static struct { int number, slot; } names[2] = {{30, 0}, {31, 1}};
static struct file table[2] = {{1, 0}, {1, 0}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int find(int number)
{
    for (int i = 0; i < 2; i++)
        if (names[i].number == number && table[names[i].slot].open) return names[i].slot;
    return -1;
}

static int write_to(int number, int bytes)
{
    pthread_mutex_lock(&lock);
    int slot = find(number);
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
    if (slot < 0) return 0;
    pthread_mutex_lock(&lock);
    assert(table[slot].open);
#endif
    if (slot >= 0) table[slot].written += bytes;
    pthread_mutex_unlock(&lock);
    return slot >= 0 ? bytes : 0;
}

static void *writer(void *arg)
{
    *(int *)arg = write_to(30, 5) + write_to(31, 7);
    return NULL;
}

static void *closer(void *arg)
{
    pthread_mutex_lock(&lock);
    table[1].open = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int written = 0;
    pthread_create(&a, NULL, writer, &written);
    pthread_create(&b, NULL, closer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts(written == 5 || written == 12 ? "written" : "odd");
    return 0;
}
