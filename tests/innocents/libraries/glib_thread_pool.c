// GLib: a GThreadPool adds the squares of what it is given to a total under a GMutex.
// guilty: race: the main thread adds its share without the mutex
// missed: a library that was not recorded may order it
// flags: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include -lglib-2.0
// packages: libglib2.0-dev
#include <glib.h>
#include <stdio.h>

static GMutex total_mutex;
static int total;

static void add(int n)
{
    g_mutex_lock(&total_mutex);
    total += n;
    g_mutex_unlock(&total_mutex);
}

static void square(gpointer data, gpointer unused)
{
    (void)unused;
    int n = GPOINTER_TO_INT(data);
    add(n * n);
}

int main(void)
{
    GThreadPool *pool = g_thread_pool_new(square, NULL, 2, TRUE, NULL);
    for (int i = 1; i <= 8; i++) g_thread_pool_push(pool, GINT_TO_POINTER(i), NULL);
#ifdef GUILTY
    total += 100;
#else
    add(100);
#endif
    g_thread_pool_free(pool, FALSE, TRUE);   // waits for all that was pushed
    printf("total %d\n", total);
    return total < 104;
}
