// A phone book under a read-write lock: lookups share it, changes have it alone.
// guilty: race: change() takes the lock for reading only
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct entry { char name[16]; char number[16]; };

static struct entry book[] = { { "ann", "111" }, { "bob", "222" }, { "cid", "333" } };
static const size_t n_entries = sizeof book / sizeof book[0];
static pthread_rwlock_t book_lock = PTHREAD_RWLOCK_INITIALIZER;

static void lookup(const char *name, char *out, size_t size)
{
    out[0] = '\0';
    pthread_rwlock_rdlock(&book_lock);
    for (size_t i = 0; i < n_entries; i++)
        if (strcmp(book[i].name, name) == 0)
            snprintf(out, size, "%s", book[i].number);
    pthread_rwlock_unlock(&book_lock);
}

static void change(const char *name, const char *number)
{
#ifdef GUILTY
    pthread_rwlock_rdlock(&book_lock);
#else
    pthread_rwlock_wrlock(&book_lock);
#endif
    for (size_t i = 0; i < n_entries; i++)
        if (strcmp(book[i].name, name) == 0)
            snprintf(book[i].number, sizeof book[i].number, "%s", number);
    pthread_rwlock_unlock(&book_lock);
}

static void *reader(void *arg)
{
    char number[16];
    for (int i = 0; i < 5; i++)
        lookup(arg, number, sizeof number);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    char number[16];
    pthread_create(&t[0], NULL, reader, "bob");
    pthread_create(&t[1], NULL, reader, "cid");
    change("bob", "244");
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    lookup("bob", number, sizeof number);
    printf("bob: %s\n", number);
    return strcmp(number, "244") == 0 ? 0 : 1;
}
