// What a program tells us itself (capture/abi/foreweave.h).
#include "capture/runtime/log.h"
#include "capture/runtime/scheduler.h"
#include "capture/runtime/threads.h"

using namespace foreweave::runtime;

namespace {

constexpr uint8_t kAcquireRelease = 4;  // as C11 numbers it

// Both sides are an atomic update of a word that no program can have: so everything before the one
// is before the other, and no access of the program's own to that address has anything to do with
// it.
void log_order(const volatile void* address) {
  const Inside inside;
  if (!inside) return;
  const uint64_t word = (reinterpret_cast<uint64_t>(address) & ~uint64_t{7}) | uint64_t{1} << 63;
  log_event(current(), FW_KIND_atomic_update, reinterpret_cast<void*>(word), 8, 0, kAcquireRelease);
}

void log_mark(FwKind kind) {
  const Inside inside;
  if (inside) log_event(current(), kind, nullptr);
}

}  // namespace

FW_INTERCEPTOR void __fw_happens_before(const volatile void* address) { log_order(address); }
FW_INTERCEPTOR void __fw_happens_after(const volatile void* address) { log_order(address); }
FW_INTERCEPTOR void __tsan_release(void* address) { log_order(address); }
FW_INTERCEPTOR void __tsan_acquire(void* address) { log_order(address); }
FW_INTERCEPTOR void __fw_atomic_begin() { log_mark(FW_KIND_region_begin); }
FW_INTERCEPTOR void __fw_atomic_end() { log_mark(FW_KIND_region_end); }

FW_INTERCEPTOR void __fw_ignore_begin() {
  const Inside inside;
  if (inside && current()->ignores++ == 0) leave_log();
}
FW_INTERCEPTOR void __fw_ignore_end() {
  const Inside inside;
  if (inside && current()->ignores > 0 && --current()->ignores == 0)
    return_to_log(current()->block);
}
