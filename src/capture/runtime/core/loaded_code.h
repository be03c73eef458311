// Which files the program's code comes from, for the recorder: what it calls by name or by address
// may be in a library that was not built with us.
#pragma once

#include "capture/runtime/core/scheduler.h"

namespace foreweave::runtime {

// Logs where everything is that is loaded, if something was since the last call. Requires the
// token.
void log_loaded_code(Thread* self);

}  // namespace foreweave::runtime
