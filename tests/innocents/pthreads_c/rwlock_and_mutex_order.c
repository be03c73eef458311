// The table has a read-write lock, the log a mutex; the log is never held while the table is asked for.
// guilty: deadlock: report() takes the table's lock while it holds the log's
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int table[4] = { 1, 2, 3, 4 };
static char log_text[64];
static int log_lines;

static void *update(void *arg)
{
    int i = *(int *)arg;
    pthread_rwlock_wrlock(&table_lock);
    table[i] *= 10;
    pthread_mutex_lock(&log_lock);
    snprintf(log_text, sizeof log_text, "entry %d is %d", i, table[i]);
    log_lines++;
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&table_lock);
    return NULL;
}

static void *report(void *arg)
{
    int sum = 0;
#ifdef GUILTY
    pthread_mutex_lock(&log_lock);
#endif
    pthread_rwlock_rdlock(&table_lock);
    for (int i = 0; i < 4; i++)
        sum += table[i];
    pthread_rwlock_unlock(&table_lock);
#ifndef GUILTY
    pthread_mutex_lock(&log_lock);
#endif
    snprintf(log_text, sizeof log_text, "sum is %d", sum);
    log_lines++;
    pthread_mutex_unlock(&log_lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int index = 2;
    pthread_create(&a, NULL, update, &index);
    pthread_create(&b, NULL, report, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%s\n", log_text);
    return log_lines == 2 ? 0 : 1;
}
