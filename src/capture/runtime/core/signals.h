// Signals. A handler runs where the log is whole: at the end of a path, or in a call that blocks.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// Runs the handlers of the signals that came while the calling thread could not be interrupted.
// With the token, and errno as the program has it. False if one of them ends calls that it
// interrupts (has no SA_RESTART).
bool deliver_signals(Thread* self);
// Whether there are any.
bool has_signals(const Thread* self);

// The calling thread is in a call that sends a signal, which may come back to it there.
class Sending {
 public:
  Sending() : self_(scheduling ? current() : nullptr) {
    if (self_) ++self_->sends;
  }
  ~Sending() {
    if (self_) --self_->sends;
  }
  Sending(const Sending&) = delete;

 private:
  Thread* self_;
};

// Whether the program has handlers or timers: then a signal may end what a thread waits for.
bool expects_signals();
// From here on the recorder learns what ends the program: a fault that the program does not handle.
void watch_faults();

}  // namespace foreweave::runtime
