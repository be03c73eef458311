#include "capture/runtime/things.h"

#include <errno.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/log.h"
#include "capture/runtime/scheduler.h"

namespace foreweave::runtime {

void log_thing(FwKind kind, const volatile void* thing, uint64_t bytes) {
  if (!scheduling) return;
  const void* const first = const_cast<const void*>(thing);
  const int saved = errno;
  {
    const Announced announced(kind, first, bytes);
    const Inside inside;
    if (inside) log_event(current(), kind, first, bytes, 0, FW_FLAG_OF_THING);
  }
  errno = saved;
}

void log_use(const volatile void* thing) { log_thing(FW_KIND_atomic_read, thing); }
void log_begin_or_end(const volatile void* thing) {
  if (fw_row_is_on("library:sync_objects")) log_thing(FW_KIND_write, thing);
}

void log_state(FwLibcState state, FwKind kind) {
  if (!fw_row_is_on("library:libc_states")) return;
  log_thing(kind, reinterpret_cast<const void*>(FW_THING_WORD(FW_THING_state, state)));
}

}  // namespace foreweave::runtime
