// SQLite: each thread queries a database of its own; afterwards it adds its sum to the total under a lock.
// guilty: race: it adds its sum without the lock
// flags: -lsqlite3
// packages: libsqlite3-dev
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queries, total;

static int on_row(void *sum, int columns, char **values, char **names)
{
    (void)names;
    if (columns > 0 && values[0]) *(int *)sum += atoi(values[0]);
    return 0;
}

static void *query(void *sql)
{
    sqlite3 *db;
    int sum = 0;
    if (sqlite3_open(":memory:", &db) == SQLITE_OK) {
        sqlite3_exec(db, "create table t(x); insert into t values (1),(2),(3),(4),(5)", NULL, NULL, NULL);
        sqlite3_exec(db, sql, on_row, &sum, NULL);
    }
    sqlite3_close(db);
    pthread_mutex_lock(&lock);
    queries++;
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
    total += sum;
#else
    total += sum;
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, query, "select x from t order by x desc");
    pthread_create(&b, NULL, query, "select x * 10 from t where x > 2");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d queries, total %d\n", queries, total);
    return total == 0;
}
