// What a program tells us itself (capture/abi/foreweave.h).
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"

using namespace foreweave::runtime;

namespace {

void log_order_of(const volatile void* address, Order how) {
  log_order(reinterpret_cast<uint64_t>(address), how);
}

void log_mark(FwKind kind) {
  const Inside inside;
  if (inside) log_event(current(), kind, nullptr);
}

}  // namespace

FW_HOOK void __fw_happens_before(const volatile void* address) {
  log_order_of(address, Order::passes_on);
}
FW_HOOK void __fw_happens_after(const volatile void* address) {
  log_order_of(address, Order::is_told);
}
FW_INTERCEPTOR void __tsan_release(void* address) { log_order_of(address, Order::passes_on); }
FW_INTERCEPTOR void __tsan_acquire(void* address) { log_order_of(address, Order::is_told); }
FW_HOOK void __fw_atomic_begin() { log_mark(FW_KIND_region_begin); }
FW_HOOK void __fw_atomic_end() { log_mark(FW_KIND_region_end); }

FW_HOOK void __fw_ignore_begin() {
  const Inside inside;
  if (inside && current()->ignores++ == 0) leave_log();
}
FW_HOOK void __fw_ignore_end() {
  const Inside inside;
  if (inside && current()->ignores > 0 && --current()->ignores == 0)
    return_to_log(current()->block);
}
