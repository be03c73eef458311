#include "capture/runtime/sync/things.h"

#include <errno.h>
#include <link.h>
#include <string.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"

namespace foreweave::runtime {

namespace {

// The code of the C++ library, if it is in a file of its own: it is the program that destroys a
// std::condition_variable, by a destructor that is in there.
struct Code {
  uintptr_t begin = 0, end = 0;
};

int find_cpp_library(dl_phdr_info* file, size_t, void* found) {
  if (!file->dlpi_name ||
      !(strstr(file->dlpi_name, "/libstdc++.so") || strstr(file->dlpi_name, "/libc++.so")))
    return 0;
  for (int i = 0; i < file->dlpi_phnum; ++i)
    if (const ElfW(Phdr)& part = file->dlpi_phdr[i];
        part.p_type == PT_LOAD && part.p_flags & PF_X) {
      const uintptr_t begin = file->dlpi_addr + part.p_vaddr;
      *static_cast<Code*>(found) = {begin, begin + part.p_memsz};
    }
  return 1;
}

bool is_in_cpp_library(const void* address) {
  static const Code code = [] {
    Code found;
    dl_iterate_phdr(find_cpp_library, &found);
    return found;
  }();
  const auto a = reinterpret_cast<uintptr_t>(address);
  return code.begin <= a && a < code.end;
}

}  // namespace

bool is_for_the_program(const void* caller) {
  return scheduling && (is_instrumented_code(caller) || is_in_cpp_library(caller));
}

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

// Threads that lock and unlock all the time would be slow to record. Of many uses that nothing
// orders with the end of the thing some are enough; which ones depends on nothing but what the
// thread does, so that it is the same in a replay.
void log_use(const volatile void* thing) {
  Thread* const self = scheduling ? current() : nullptr;
  if (!self) return;
  const uint32_t before = self->uses++;
  // Odd: who locks unlocks, and both are told.
  const uint32_t one_of = before < (1u << 12)   ? 1
                          : before < (1u << 16) ? 15
                          : before < (1u << 20) ? 255
                                                : 4095;
  if (before % one_of == 0) log_thing(FW_KIND_atomic_read, thing);
}
void log_begin_or_end(const volatile void* thing, const void* caller) {
  if (is_for_the_program(caller) && fw_row_is_on("library:sync_objects"))
    log_thing(FW_KIND_write, thing);
}

void log_state(FwLibcState state, FwKind kind, const void* caller) {
  if (!is_for_the_program(caller) || !fw_row_is_on("library:libc_states")) return;
  log_thing(kind, reinterpret_cast<const void*>(FW_THING_WORD(FW_THING_state, state)));
}

}  // namespace foreweave::runtime
