// Handlers of signals against the code that they interrupt (docs/decisions/0023-handlers.md). Both
// are one thread, so that no order of threads is to blame: it is where the handler came.
//
// Three things are bugs wherever they happen:
//  - the handler writes what the interrupted code has read, changes and is about to write back, so
//  that
//    what it wrote is lost;
//  - the handler computes something from two parts of an object of which the interrupted code has
//  written
//    one and is about to write the other;
//  - the handler leaves another errno than it found, and the interrupted code looks at it next.
#pragma once

#include <string>
#include <vector>

#include "events/recorded_run/handler_runs.h"
#include "events/trace.h"

namespace foreweave {

struct Interruption {
  enum class What : uint8_t { lost_write, spoilt_errno, torn_read };

  What what = What::lost_write;
  HandlerRun run;
  EventId in_handler;   // its write; its last call; its read of what is still the old part
  EventId interrupted;  // the write back; the read of errno; the write of that part
  EventId sent =
      EventId::none();  // the signal, if by another thread: then it can be made to come there
  EventId before = EventId::none();  // the write of the new part
  bool happened = false;  // in the recorded run; else it would have, had the signal come there
};

// That happened in the run, one for each two places.
std::vector<Interruption> interruptions_seen(const Trace& trace);
// That would have happened had the signal come a little earlier or later, those first that were
// close.
std::vector<Interruption> interruptions_possible(const Trace& trace);

// The same for the same places, in any trace of the program.
std::string key_of(const Trace& trace, const Interruption& interruption);

}  // namespace foreweave
