// GLib: messages go through a GAsyncQueue to a worker, which frees them.
// guilty: race, uaf: the sender writes into a message after it has sent it
// missed: a library that was not recorded may order it
// flags: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include -lglib-2.0
// packages: libglib2.0-dev
#include <glib.h>
#include <stdio.h>

typedef struct { char subject[32]; int number; int priority; } Message;

static gpointer worker(gpointer data)
{
    GAsyncQueue *queue = data;
    int sum = 0;
    for (;;) {
        Message *m = g_async_queue_pop(queue);
        int number = m->number, priority = m->priority;
        g_free(m);
        if (number == 0) return GINT_TO_POINTER(sum);
        sum += number * (priority ? 1 : 2);
    }
}

int main(void)
{
    GAsyncQueue *queue = g_async_queue_new();
    GThread *thread = g_thread_new("worker", worker, queue);
    for (int i = 10; i >= 0; i--) {
        Message *m = g_new0(Message, 1);
        g_snprintf(m->subject, sizeof m->subject, "message %d", i);
        m->number = i;
#ifdef GUILTY
        g_async_queue_push(queue, m);
        m->priority = 1;
#else
        m->priority = 1;
        g_async_queue_push(queue, m);
#endif
    }
    int sum = GPOINTER_TO_INT(g_thread_join(thread));
    g_async_queue_unref(queue);
    printf("sum %d\n", sum);
    return sum < 55;
}
