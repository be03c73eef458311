// SQLite: two threads use one connection in serialized mode; each insert and its count are one transaction for them.
// guilty: atomicity: the row number is asked for after the lock around the insert was released
// missed: a library that was not recorded may order it
// flags: -lsqlite3
// packages: libsqlite3-dev
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>

static sqlite3 *db;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long long insert_row(const char *sql)
{
    pthread_mutex_lock(&lock);
    sqlite3_exec(db, sql, NULL, NULL, NULL);
#ifdef GUILTY
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    long long id = sqlite3_last_insert_rowid(db);
    pthread_mutex_unlock(&lock);
    return id;
}

static void *client(void *arg)
{
    long long *ids = arg;
    for (int i = 0; i < 2; i++) ids[i] = insert_row("insert into t(x) values (7)");
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    long long ids[4];
    if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK)
        return 2;
    sqlite3_exec(db, "create table t(id integer primary key, x)", NULL, NULL, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, client, &ids[2 * i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    sqlite3_close(db);
    long long seen = 0;
    for (int i = 0; i < 4; i++) seen |= 1ll << ids[i];
    printf("%lld %lld %lld %lld\n", ids[0], ids[1], ids[2], ids[3]);
    return seen != 0x1e;
}
