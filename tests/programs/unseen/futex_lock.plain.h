// A monitor whose code is not instrumented: to the recorder its calls are calls into the unknown.
#ifndef FOREWEAVE_TESTS_PROGRAMS_UNSEEN_FUTEX_LOCK_PLAIN_H
#define FOREWEAVE_TESTS_PROGRAMS_UNSEEN_FUTEX_LOCK_PLAIN_H

#include <stdatomic.h>

struct plain_monitor {
  atomic_int taken;
  atomic_int changes;
};

void plain_lock(struct plain_monitor* m);
void plain_unlock(struct plain_monitor* m);
void plain_wait(struct plain_monitor* m);
void plain_notify_all(struct plain_monitor* m);

#endif
