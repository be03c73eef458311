// A queue, a mutex and a condition of GLib. With -DGUILTY one counter has no mutex.
#include <glib.h>
#include <stdio.h>

static GAsyncQueue* queue;
static GMutex mutex;
static GCond all_done;
static int sum, started, ended;

static gpointer work(gpointer unused) {
#ifndef GUILTY
  g_mutex_lock(&mutex);
#endif
  ++started;
#ifndef GUILTY
  g_mutex_unlock(&mutex);
#endif
  for (;;) {
    int* job = g_async_queue_pop(queue);
    const int number = *job;
    g_free(job);
    if (number < 0) break;
    g_mutex_lock(&mutex);
    sum += number;
    g_mutex_unlock(&mutex);
  }
  g_mutex_lock(&mutex);
  ++ended;
  g_cond_signal(&all_done);
  g_mutex_unlock(&mutex);
  return unused;
}

static void put(int number) {
  int* job = g_new(int, 1);
  *job = number;
  g_async_queue_push(queue, job);
}

int main(void) {
  queue = g_async_queue_new();
  GThread* workers[2];
  for (int i = 0; i < 2; ++i) workers[i] = g_thread_new("worker", work, NULL);
  for (int i = 1; i <= 20; ++i) put(i);
  for (int i = 0; i < 2; ++i) put(-1);
  g_mutex_lock(&mutex);
  while (ended < 2) g_cond_wait(&all_done, &mutex);
  printf("%d\n", sum);
  g_mutex_unlock(&mutex);
  for (int i = 0; i < 2; ++i) g_thread_join(workers[i]);
  return 0;
}
