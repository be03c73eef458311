// GLib: visits are counted in a GHashTable; counting takes the writer lock, looking the reader lock.
// guilty: race: counting a known visitor only takes the reader lock
// missed: a library that was not recorded may order it
// flags: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include -lglib-2.0
// packages: libglib2.0-dev
#include <glib.h>
#include <stdio.h>

static GRWLock lock;
static GHashTable *visits;     // name -> int *

static void visit(const char *name)
{
#ifdef GUILTY
    g_rw_lock_reader_lock(&lock);
    ++*(int *)g_hash_table_lookup(visits, name);
    g_rw_lock_reader_unlock(&lock);
#else
    g_rw_lock_writer_lock(&lock);
    ++*(int *)g_hash_table_lookup(visits, name);
    g_rw_lock_writer_unlock(&lock);
#endif
}

static int count(const char *name)
{
    g_rw_lock_reader_lock(&lock);
    int n = *(int *)g_hash_table_lookup(visits, name);
    g_rw_lock_reader_unlock(&lock);
    return n;
}

static gpointer guest(gpointer name)
{
    for (int i = 0; i < 5; i++) visit(i % 2 ? "both" : name);
    return GINT_TO_POINTER(count("both"));
}

int main(void)
{
    static const char *const names[] = {"ann", "ben", "both"};
    visits = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    for (int i = 0; i < 3; i++) g_hash_table_insert(visits, (gpointer)names[i], g_new0(int, 1));
    GThread *a = g_thread_new("ann", guest, "ann"), *b = g_thread_new("ben", guest, "ben");
    int seen = GPOINTER_TO_INT(g_thread_join(a)) + GPOINTER_TO_INT(g_thread_join(b));
    printf("ann %d, ben %d, both %d, seen %d\n", count("ann"), count("ben"), count("both"), seen);
    int wrong = count("ann") != 3 || count("ben") != 3;
    g_hash_table_destroy(visits);
    return wrong;
}
