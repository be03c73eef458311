// Main waits at a condition until the thread has used the table, then clears the table and returns.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int used;
static char table[32] = "a table";

static void *use(void *arg)
{
    puts(table);
    pthread_mutex_lock(&lock);
    used = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    pthread_mutex_lock(&lock);
    while (!used)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    memset(table, 0, sizeof table);
    return 0;
}
