#include "capture/runtime/core/passing_on.h"

#include <errno.h>

#include "capture/abi/schedule.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"

namespace foreweave::runtime {

namespace {

constexpr uint64_t kTraffic = FW_TRAFFIC_WORD;  // where no program has anything to annotate
// Signals have a word of their own, since a handler may come in the middle of anything, and has to
// do with nothing else.
const void* const kSignals = reinterpret_cast<const void*>(FW_SIGNALS_WORD);
bool signals_are_read;

void log_order_of(uint64_t what, Order how) {
  const int saved = errno;
  log_order(what, how);
  errno = saved;
}

}  // namespace

void log_passing_on() { log_order_of(kTraffic, Order::passes_on); }
void log_being_told() { log_order_of(kTraffic, Order::is_told); }

void log_closing() {
  constexpr uint8_t kRelease = 3;  // as C11 numbers it
  const int saved = errno;
  if (const Inside inside; inside)
    log_event(current(), FW_KIND_atomic_write, reinterpret_cast<const void*>(kTraffic), 8, 0,
              kRelease);
  errno = saved;
}

// A step that comes with it comes first: a replay may stop before it, and the signal, which is
// none, has then not been sent either.
void log_signal_sent() {
  if (signals_are_read) log_passing_on();
  constexpr uint8_t kAcquireRelease = 4;
  const int saved = errno;
  if (const Inside inside(false); inside)
    log_event(current(), FW_KIND_atomic_update, kSignals, 8, 0, kAcquireRelease);
  errno = saved;
}

// As Order::is_told, but no step.
void log_signal_taken() {
  constexpr uint8_t kAcquire = 2;
  const int saved = errno;
  if (const Inside inside(false); inside) {
    log_event(current(), FW_KIND_atomic_read, kSignals, 8, 0, kAcquire);
    log_event(current(), FW_KIND_atomic_read, kSignals, 8, 0, FW_FLAG_DECIDES);
  }
  errno = saved;
}

void note_signals_are_read() { signals_are_read = true; }

}  // namespace foreweave::runtime
