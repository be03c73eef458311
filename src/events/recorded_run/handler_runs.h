// When handlers of signals ran in the recorded run, as an attachment of the trace. To the trace
// they are a part of the thread that they interrupted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/columns/ids.h"
#include "events/trace.h"

namespace foreweave {

struct HandlerRun {
  ThreadId thread;
  EventId begin, end;  // the thread's events from `begin` on, up to before `end`
  uint32_t signal = 0;
  // It might as well have come elsewhere: the thread did not send the signal itself, and did not
  // block it outside of a call that waits for it.
  bool interrupts = false;
  bool spoils_errno = false;  // it left another one than it found
  uint64_t errno_address = 0;

  bool has(const Trace& trace, EventId e) const {
    return trace.thread(e) == thread && begin <= e && e < end;
  }

  static constexpr std::string_view kAttachment = "handler-runs";
  static std::string encoded(const std::vector<HandlerRun>& runs);
  // As many as can be read.
  static std::vector<HandlerRun> of(const Trace& trace);
};

}  // namespace foreweave
