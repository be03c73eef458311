// Streams of libc as locks: flockfile() keeps other threads out of one. They may be taken again by
// who has them. Like a mutex, the real lock is only ever tried, and waiting is done in the
// scheduler. What takes it for a moment inside libc (printf and its like) keeps nobody's memory
// apart, and is none.
#include <stdio.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"

using namespace foreweave::runtime;

namespace {

// As libc has it since long before there were symbols for it.
struct LockOfStream {
  int word;
  int count;  // of the calls that took it
  void* owner;
};

bool is_outermost(const FILE* stream) {
  return reinterpret_cast<const LockOfStream*>(stream->_lock)->count == 1;
}

// Those that are held by calls of flockfile() and its kin, and not by libc for a moment; with the
// token.
constexpr size_t kMostHeld = 64;
const FILE* held[kMostHeld];

bool replace(const FILE* before, const FILE* after) {
  for (const FILE*& stream : held)
    if (stream == before) return stream = after, true;
  return false;
}

void log_taken(const FILE* stream, uint8_t flags) {
  if (!is_outermost(stream) || !fw_row_is_on("library:stream_locks")) return;
  if (replace(nullptr, stream)) log_event(current(), FW_KIND_acquire, stream, 0, 0, flags);
}

}  // namespace

FW_INTERCEPTOR void flockfile(FILE* stream) noexcept {
  const Announced announced(FW_KIND_acquire, stream);
  const Inside inside;
  if (!inside) return FW_REAL(flockfile)(stream);
  // A thread that prints in code of libc holds it, too, and wakes nobody of ours.
  while (FW_REAL(ftrylockfile)(stream) != 0) wait_for(stream, {.others_may_wake = true});
  log_taken(stream, 0);
}

FW_INTERCEPTOR int ftrylockfile(FILE* stream) noexcept {
  const Announced announced(FW_KIND_acquire, stream);
  const Inside inside;
  const int result = FW_REAL(ftrylockfile)(stream);
  if (inside && result == 0) log_taken(stream, FW_FLAG_GIVES_UP);
  if (inside && result != 0 && replace(stream, stream))
    log_event(current(), FW_KIND_failed_try, stream);
  return result;
}

FW_INTERCEPTOR void funlockfile(FILE* stream) noexcept {
  const Announced announced(FW_KIND_release, stream);
  const Inside inside;
  const bool outermost = is_outermost(stream);
  FW_REAL(funlockfile)(stream);
  if (!inside || !outermost) return;
  if (replace(stream, nullptr)) log_event(current(), FW_KIND_release, stream);
  wake(stream);
}
