/* What is a decision, row by row (docs/reorderings.md, "What is a decision"). Each row takes effect
 * in one place, which asks FW_DECISION(row), so that a build made for that can do without it
 * (mutation.h: FOREWEAVE_WITHOUT_ROW=decision:lock) and a test notices.
 *
 * X(row, where): pass (while a program is compiled), runtime (while it runs), recorder
 */
#ifndef FOREWEAVE_CAPTURE_ABI_DECISION_ROWS_H
#define FOREWEAVE_CAPTURE_ABI_DECISION_ROWS_H

#include "capture/abi/mutation.h"

/* clang-format off */
#define FOREWEAVE_DECISION_ROWS(X) \
  X(address, pass)             /* of an access */ \
  X(size, pass)                /* of what a call reads or writes */ \
  X(own_read, pass)            /* of a compare-exchange */ \
  X(branch, recorder) \
  X(indirect_call, recorder) \
  X(external_call, recorder)   /* its arguments */ \
  X(unseen, recorder)          /* operands that code chooses which we do not see */ \
  X(thread, recorder)          /* operands of library calls: what is forked, joined */ \
  X(memory, recorder)          /* ... filled or sent */ \
  X(object, recorder)          /* ... allocated (how much), freed */ \
  X(counted_free, recorder)    /* ... freed by the C++ library, which counts references */ \
  X(lock, recorder) \
  X(condition, recorder) \
  X(barrier, recorder) \
  X(semaphore, recorder) \
  X(once, recorder) \
  X(told, runtime)             /* what the kernel tells */ \
  X(futex, runtime)            /* that a futex of the program's own was woken */ \
  X(robust, runtime)           /* that the last one to have a mutex died with it */ \
  X(thread_result, runtime)    /* of a thread, for who joins it; or that it had not ended */ \
  X(semaphore_value, runtime)  /* as sem_getvalue tells it */
/* clang-format on */

#define FW_DECISION(row) fw_row_is_on("decision:" #row)

#endif
