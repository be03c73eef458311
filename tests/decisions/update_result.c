// Who comes first fills in the data; the other finds that somebody was there.
// row: branch
// guilty: race: both believe that they are the first
#include <stdatomic.h>

#include "threads.h"

static _Atomic int comers, swapped;
static int data, more;

static void* come(void* unused) {
#ifdef GUILTY
  atomic_fetch_add(&comers, 1);
  data = 5;
#else
  if (atomic_fetch_add(&comers, 1) == 0) data = 5;
#endif
  if (atomic_exchange(&swapped, 1) == 0) more = 6;
  return unused;
}

int main(void) {
  run_both(come, come);
  return data != 5 || more != 6;
}
