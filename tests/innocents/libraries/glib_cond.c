// GLib: a baker puts loaves on a shelf and signals a GCond, a customer waits for them.
// guilty: race: the baker counts the loaf before taking the mutex
// flags: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include -lglib-2.0
// packages: libglib2.0-dev
#include <glib.h>
#include <stdio.h>

static struct {
    GMutex mutex;
    GCond baked;
    int loaves, ever;
} shelf;

static gpointer baker(gpointer unused)
{
    for (int i = 0; i < 10; i++) {
#ifdef GUILTY
        shelf.ever++;
        g_mutex_lock(&shelf.mutex);
#else
        g_mutex_lock(&shelf.mutex);
        shelf.ever++;
#endif
        shelf.loaves++;
        g_cond_signal(&shelf.baked);
        g_mutex_unlock(&shelf.mutex);
        g_usleep(50);
    }
    return unused;
}

int main(void)
{
    g_mutex_init(&shelf.mutex);
    g_cond_init(&shelf.baked);
    GThread *thread = g_thread_new("baker", baker, NULL);
    int bought = 0, last = 0;
    while (bought < 10) {
        g_mutex_lock(&shelf.mutex);
        while (shelf.loaves == 0) g_cond_wait(&shelf.baked, &shelf.mutex);
        bought += shelf.loaves;
        shelf.loaves = 0;
        last = shelf.ever;
        g_mutex_unlock(&shelf.mutex);
    }
    g_thread_join(thread);
    printf("%d bought, %d seen\n", bought, last);
    return shelf.ever != 10;
}
