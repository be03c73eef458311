// GLib: a table is built once with g_once_init_enter by whichever thread needs it first.
// guilty: race: a plain test of a pointer decides
// flags: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include -lglib-2.0
// packages: libglib2.0-dev
#include <glib.h>
#include <stdio.h>

static int *powers(void)
{
    static int *table;
#ifdef GUILTY
    if (table == NULL) {
#else
    if (g_once_init_enter(&table)) {
#endif
        int *fresh = g_new(int, 16);
        for (int i = 0; i < 16; i++) fresh[i] = 1 << i;
#ifdef GUILTY
        table = fresh;
#else
        g_once_init_leave(&table, fresh);
#endif
    }
    return table;
}

static gpointer user(gpointer arg)
{
    int *sum = arg;
    for (int i = 0; i < 16; i++) *sum += powers()[i];
    return NULL;
}

int main(void)
{
    int sums[2] = {0, 0};
    GThread *a = g_thread_new("a", user, &sums[0]), *b = g_thread_new("b", user, &sums[1]);
    g_thread_join(a);
    g_thread_join(b);
    printf("%d %d\n", sums[0], sums[1]);
    return sums[0] != 65535 || sums[1] != 65535;
}
