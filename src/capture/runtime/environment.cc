// Which variables of the environment the program asks for. The recorder keeps the values of these;
// of others it keeps the names. Who changes the environment is guarded by libc against others who
// do, and not against who looks.
#include <stdlib.h>
#include <string.h>

#include "capture/runtime/core/recorder_channel.h"
#include "capture/runtime/ground/runtime.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

namespace {

// Any thread, at any time, also in a handler of a signal: entries are written once, and a name that
// two threads add at the same time is there twice.
void note_asked(const char* name) {
  if (!channel || !name) return;
  const uint64_t hash = fw_variable_hash(name, strlen(name));
  uint32_t& count = channel->variables_asked_count;
  const uint32_t known = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
  for (uint32_t i = 0; i < known && i < FW_MAX_VARIABLES_ASKED; ++i)
    if (__atomic_load_n(&channel->variables_asked[i], __ATOMIC_RELAXED) == hash) return;
  if (known >= FW_MAX_VARIABLES_ASKED) return;
  const uint32_t place = __atomic_fetch_add(&count, 1, __ATOMIC_ACQ_REL);
  if (place < FW_MAX_VARIABLES_ASKED)
    __atomic_store_n(&channel->variables_asked[place], hash, __ATOMIC_RELEASE);
}

}  // namespace

// Weak, because some programs (shells) have their own.
FW_INTERCEPTOR char* getenv(const char* name) noexcept {
  note_asked(name);
  log_state(FW_STATE_environment, FW_KIND_read, FW_CALLER);
  return FW_REAL(getenv)(name);
}

FW_INTERCEPTOR char* secure_getenv(const char* name) noexcept {
  note_asked(name);
  log_state(FW_STATE_environment, FW_KIND_read, FW_CALLER);
  return FW_REAL(secure_getenv)(name);
}

#define FW_CHANGES_ENVIRONMENT(name, parameters, arguments)           \
  FW_INTERCEPTOR int name parameters noexcept {                       \
    log_state(FW_STATE_environment, FW_KIND_atomic_write, FW_CALLER); \
    return FW_REAL(name) arguments;                                   \
  }
FW_CHANGES_ENVIRONMENT(setenv, (const char* name, const char* value, int replace),
                       (name, value, replace))
FW_CHANGES_ENVIRONMENT(unsetenv, (const char* name), (name))
FW_CHANGES_ENVIRONMENT(putenv, (char* text), (text))
FW_CHANGES_ENVIRONMENT(clearenv, (), ())
