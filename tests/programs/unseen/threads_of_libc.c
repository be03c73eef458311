// Threads that libc makes itself, for timers: they hold locks that ours wait for, and wake ours and
// are woken by them.
//
// expect-exit: 0
// expect-output: mutex, condition, other condition, lock, spin lock, semaphore
// deterministic: no
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

enum { kMutex, kCondition, kOtherCondition, kLock, kSpinLock, kSemaphore };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin_lock;
static sem_t semaphore;
static atomic_int reached;
static int ready, waits, done;

static void called(union sigval what) {
  switch (what.sival_int) {
    case kMutex:
      pthread_mutex_lock(&mutex);
      reached = kMutex;
      usleep(20000);
      pthread_mutex_unlock(&mutex);
      break;
    case kCondition:
      pthread_mutex_lock(&mutex);
      ready = 1;
      pthread_cond_signal(&condition);
      pthread_mutex_unlock(&mutex);
      break;
    case kOtherCondition:
      pthread_mutex_lock(&mutex);
      waits = 1;
      while (ready) pthread_cond_wait(&condition, &mutex);
      done = 1;
      pthread_mutex_unlock(&mutex);
      break;
    case kLock:
      pthread_rwlock_wrlock(&lock);
      reached = kLock;
      usleep(20000);
      pthread_rwlock_unlock(&lock);
      break;
    case kSpinLock:
      pthread_spin_lock(&spin_lock);
      reached = kSpinLock;
      usleep(20000);
      pthread_spin_unlock(&spin_lock);
      break;
    default:
      sem_post(&semaphore);
  }
}

static void begin(int what) {
  struct sigevent event = {
      .sigev_notify = SIGEV_THREAD, .sigev_value.sival_int = what, .sigev_notify_function = called};
  timer_t timer;
  CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  const struct itimerspec soon = {.it_value = {0, 1000000}};
  CHECK(timer_settime(timer, 0, &soon, NULL) == 0);
}

static int is_set(const int* flag) {
  pthread_mutex_lock(&mutex);
  const int value = *flag;
  pthread_mutex_unlock(&mutex);
  return value;
}

int main(void) {
  CHECK(pthread_spin_init(&spin_lock, 0) == 0 && sem_init(&semaphore, 0, 0) == 0);
  reached = -1;
  begin(kMutex);
  while (reached != kMutex) usleep(1000);
  pthread_mutex_lock(&mutex);

  begin(kCondition);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);

  begin(kOtherCondition);
  while (!is_set(&waits)) usleep(1000);
  pthread_mutex_lock(&mutex);
  ready = 0;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  while (!is_set(&done)) usleep(1000);

  begin(kLock);
  while (reached != kLock) usleep(1000);
  CHECK(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0);

  begin(kSpinLock);
  while (reached != kSpinLock) usleep(1000);
  CHECK(pthread_spin_lock(&spin_lock) == 0 && pthread_spin_unlock(&spin_lock) == 0);

  begin(kSemaphore);
  CHECK(sem_wait(&semaphore) == 0);
  puts("mutex, condition, other condition, lock, spin lock, semaphore");
  return 0;
}
