/* pthread_once. In C, and with exceptions: the routine may throw or be cancelled, and then the next
 * thread gets its turn. C++ would want libstdc++ for that, which a C program does not have. */
#include "capture/runtime/ground/once.h"

#include <pthread.h>

struct Call {
  int* control;
  void (*routine)(void);
};

static __thread struct Call* current_call __attribute__((tls_model("initial-exec")));

static void log_end(int** control) { fw_log_once(*control, 1); }

static void run(void) {
  const struct Call call = *current_call;
  fw_log_once(call.control, 0);
  int* ended __attribute__((cleanup(log_end))) = call.control;
  call.routine();
}

struct Turn {
  int* control;
  struct Call* outer;
};

static void end_turn(struct Turn* turn) {
  current_call = turn->outer;
  fw_leave_once(turn->control);
}

__attribute__((visibility("default"))) int pthread_once(pthread_once_t* control,
                                                        void (*routine)(void)) {
  switch (fw_enter_once(control)) {
    case FW_ONCE_NOT_RECORDED:
      return fw_real_once(control, routine);
    case FW_ONCE_DONE:
      return 0;
    case FW_ONCE_MINE:
      break;
  }
  struct Turn turn __attribute__((cleanup(end_turn))) = {control, current_call};
  struct Call call = {control, routine};
  current_call = &call;
  return fw_real_once(control, run);
}

/* threads.h has the same thing under another name. */
__attribute__((visibility("default"))) void call_once(pthread_once_t* control,
                                                      void (*routine)(void)) {
  pthread_once(control, routine);
}
