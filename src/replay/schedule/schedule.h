// A witness as the runtime can follow it: which thread runs until when, counted in steps, with
// threads named by who created them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "capture/abi/schedule.h"
#include "events/claim.h"
#include "events/recorded_run/interruptions.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "record/kept/inputs.h"
#include "record/translate/step_watch.h"

namespace foreweave {

struct Schedule {
  std::vector<FwScheduledThread> threads;  // by ThreadId of the trace
  std::vector<FwSegment> segments;
  uint64_t meeting = kNoMeeting;      // segments before it
  std::vector<RecordedInput> inputs;  // in the order in which they came; not in the file
  // The steps that a claim is about: those that happen, then those that are pending. Not in the
  // file.
  std::vector<WatchedStep> watched;
  bool keeps_freed = false;
  bool holds = false;  // a trial: the thread of the last segment is held there. Not in the file
  FwInterruption interruption{};  // not in the file

  static constexpr uint64_t kNoMeeting = UINT64_MAX;
};

// Which of the threads that stand at the end of the witness goes first. A race may do harm in one
// order and not in the other.
enum class FirstToGo : uint8_t { last_in_trace, first_in_trace };

// The witness up to its end, where the claim's pending events are next; then each of these, one
// after the other.
Schedule schedule_of(const Trace& trace, const Claim& claim, const Reordering& witness,
                     FirstToGo first = FirstToGo::last_in_trace);

// The run as it was recorded, up to so many of its events.
Schedule schedule_of_run(const Trace& trace, size_t events = SIZE_MAX);

// A trial: the run as it was recorded, up to just before the event. There its thread is held, and
// the others run as the seed says until they get no further.
Schedule schedule_of_trial(const Trace& trace, EventId held_before);

// The run as it was recorded, up to where the signal was sent; then the thread that its handler
// interrupts, up to where it is to.
Schedule schedule_of_interruption(const Trace& trace, const Interruption& interruption);

// As it lies in the memory that is shared with the program.
std::vector<uint8_t> in_memory(const Schedule& schedule);

// As a file, in few bytes; and back.
std::vector<uint8_t> encode(const Schedule& schedule);
Result<Schedule> decode_schedule(std::span<const uint8_t> bytes, std::string_view file);

}  // namespace foreweave
