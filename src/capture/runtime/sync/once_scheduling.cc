// Who may run the routine of a once, and who waits for it.
#include <pthread.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/ground/once.h"

using namespace foreweave::runtime;

namespace {

constexpr int kDone = 2;  // as glibc marks it

constexpr size_t kMostRunning = 256;  // at once; with more, the real pthread_once has to do
const int* running[kMostRunning];

const int** find(const int* control) {
  for (const int*& r : running)
    if (r == control) return &r;
  return nullptr;
}

}  // namespace

FwOnce fw_enter_once(int* control) {
  const Announced announced(FW_KIND_once_begin, control);
  const Inside inside;
  if (!inside) return FW_ONCE_NOT_RECORDED;
  while (__atomic_load_n(control, __ATOMIC_ACQUIRE) != kDone) {
    if (!find(control)) {
      const int** place = find(nullptr);
      if (!place) return FW_ONCE_NOT_RECORDED;
      *place = control;
      return FW_ONCE_MINE;
    }
    wait_for(control, {.what = FW_WAIT_once});
  }
  log_event(current(), FW_KIND_once_pass, control);
  return FW_ONCE_DONE;
}

void fw_leave_once(int* control) {
  const Inside inside;
  if (const int** place = find(control)) *place = nullptr;
  if (inside) wake(control);
}

void fw_log_once(int* control, int ends) {
  const Announced announced(ends ? FW_KIND_once_end : FW_KIND_once_begin, control);
  const Inside inside;
  if (inside) log_event(current(), ends ? FW_KIND_once_end : FW_KIND_once_begin, control);
}

int fw_real_once(int* control, void (*routine)()) {
  return FW_REAL(pthread_once)(control, routine);
}
