// The repaired twin of bounded_buffer.c: take() looks again after each wait, and waits on if the
// buffer was emptied in the meantime.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { CAPACITY = 4, JOBS = 6 };

struct job {
  int pages;  // none: the end of the day
  bool taken;
};

struct slot {
  struct job* job;
  int copies;
};

struct spool {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  struct slot slots[CAPACITY];
  unsigned first;
  unsigned count;
};

static struct spool spool = {.lock = PTHREAD_MUTEX_INITIALIZER,
                             .not_empty = PTHREAD_COND_INITIALIZER,
                             .not_full = PTHREAD_COND_INITIALIZER};

static void submit(struct spool* s, struct job* job, int copies) {
  pthread_mutex_lock(&s->lock);
  while (s->count == CAPACITY) pthread_cond_wait(&s->not_full, &s->lock);
  struct slot* free_slot = &s->slots[(s->first + s->count) % CAPACITY];
  free_slot->job = job;
  free_slot->copies = copies;
  ++s->count;
  pthread_cond_signal(&s->not_empty);
  pthread_mutex_unlock(&s->lock);
}

static struct job* take(struct spool* s, int* copies) {
  pthread_mutex_lock(&s->lock);
  while (s->count == 0) pthread_cond_wait(&s->not_empty, &s->lock);
  const struct slot* slot = &s->slots[s->first];
  struct job* job = slot->job;
  job->taken = true;
  *copies = slot->copies;
  s->first = (s->first + 1) % CAPACITY;
  --s->count;
  pthread_cond_signal(&s->not_full);
  pthread_mutex_unlock(&s->lock);
  return job;
}

static void cancel_all(struct spool* s) {
  pthread_mutex_lock(&s->lock);
  for (int i = 0; i < CAPACITY; ++i) {
    s->slots[i].job = NULL;
    s->slots[i].copies = 1;
  }
  s->count = 0;
  pthread_cond_broadcast(&s->not_full);
  pthread_mutex_unlock(&s->lock);
}

static void* office(void* unused) {
  (void)unused;
  static struct job jobs[JOBS];
  for (int i = 0; i < JOBS; ++i) {
    usleep(2000);  // the next document is being written
    jobs[i].pages = i + 1;
    submit(&spool, &jobs[i], 2);
  }
  return NULL;
}

static void* printer(void* printed) {
  for (;;) {
    int copies;
    const struct job* job = take(&spool, &copies);
    if (job->pages == 0) return NULL;
    *(int*)printed += job->pages * copies;
  }
}

int main(void) {
  static struct job end_of_day = {.pages = 0};
  int printed = 0;
  pthread_t printing, submitting;
  pthread_create(&printing, NULL, printer, &printed);
  pthread_create(&submitting, NULL, office, NULL);

  usleep(40000);
  cancel_all(&spool);  // somebody presses the button

  pthread_join(submitting, NULL);
  submit(&spool, &end_of_day, 1);
  pthread_join(printing, NULL);
  printf("%d pages printed\n", printed);
  return 0;
}
