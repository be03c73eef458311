// The guards of function-local statics (__cxa_guard_*, of the C++ ABI): who may construct the
// object, and who waits for it. To the trace a guard is a once.
//
// Code that comes by later looks at the guard's first byte itself, and calls nobody if it is set;
// so that byte is written with an event, which such reads see.
//
// The bits are libstdc++'s: a library that has its own copy of these functions may share a guard
// with us, by a static of a template. Weak, because a program that is linked with libstdc++.a may
// bring it along; and all of it is here, because then there is nobody behind us.
#include <errno.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/ground/futex.h"

using namespace foreweave::runtime;

namespace {

constexpr uint32_t kDone = 1;  // the first byte
constexpr uint32_t kUnderWay = 1u << 8;
constexpr uint32_t kAwaited = 1u << 16;  // somebody sleeps in the kernel until it is over

constexpr uint8_t kRelease = 3;  // as C11 numbers it

// The second half of a guard is nobody's: there we note who is at it, a recorded thread or another.
uint32_t* recorded_one(uint32_t* guard) { return guard + 1; }

// Recorded threads wait in the scheduler, others in the kernel.
void wait_while_under_way(uint32_t* guard, bool recorded) {
  if (recorded) {
    WaitOptions options;
    options.what = FW_WAIT_once;
    options.others_may_wake = !__atomic_load_n(recorded_one(guard), __ATOMIC_ACQUIRE);
    wait_for(guard, options);
    return;
  }
  uint32_t expected = kUnderWay;
  if (__atomic_compare_exchange_n(guard, &expected, kUnderWay | kAwaited, false, __ATOMIC_ACQUIRE,
                                  __ATOMIC_ACQUIRE) ||
      expected == (kUnderWay | kAwaited))
    futex_wait(guard, kUnderWay | kAwaited);
}

void end(uint32_t* guard, uint32_t state) {
  const int saved = errno;
  {
    const Inside inside;
    if (inside && fw_row_is_on("library:guards")) log_event(current(), FW_KIND_once_end, guard);
  }
  {
    const Inside inside;
    __atomic_store_n(recorded_one(guard), 0, __ATOMIC_RELEASE);
    const uint32_t before = __atomic_exchange_n(guard, state, __ATOMIC_ACQ_REL);
    if (inside && state == kDone && fw_row_is_on("library:guard_byte"))
      log_event(current(), FW_KIND_atomic_write, guard, 1, 0, kRelease);
    if (inside)
      wake(guard);
    else if (scheduling)
      wake_from_outside(guard);
    if (before & kAwaited) futex_wake(guard, INT32_MAX);
  }
  errno = saved;
}

}  // namespace

// Whether the caller has to construct the object.
FW_INTERCEPTOR int __cxa_guard_acquire(uint32_t* guard) {
  const int saved = errno;
  const Inside inside;
  bool is_ours = false;
  for (;;) {
    uint32_t state = 0;
    is_ours = __atomic_compare_exchange_n(guard, &state, kUnderWay, false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE);
    if (is_ours || state & kDone) break;
    wait_while_under_way(guard, static_cast<bool>(inside));
  }
  if (is_ours) __atomic_store_n(recorded_one(guard), inside ? 1 : 0, __ATOMIC_RELEASE);
  if (inside && fw_row_is_on("library:guards"))
    log_event(current(), is_ours ? FW_KIND_once_begin : FW_KIND_once_pass, guard);
  errno = saved;
  return is_ours;
}

FW_INTERCEPTOR void __cxa_guard_release(uint32_t* guard) { end(guard, kDone); }

// Its constructor threw: somebody else may try.
FW_INTERCEPTOR void __cxa_guard_abort(uint32_t* guard) { end(guard, 0); }
