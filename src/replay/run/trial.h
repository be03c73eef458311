// A trial: the program once more, with one thread held where another could get ahead of it.
//
// Nothing is predicted by that. A trial is a run of the program like any other, in an order that
// its threads may take, and it leaves a trace. What that shows has happened.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "events/trace.h"
#include "replay/run/session.h"

namespace foreweave {

struct TrialRun {
  Observation seen;
  std::string path;  // of its trace
  Trace trace;
};

struct TrialOptions {
  SessionLimits limits;
  std::string path;                          // for its trace
  std::vector<Attachment> attachments = {};  // for that trace
};

// None if the program did not come there, or left no whole trace. An error only if it could not be
// run.
Result<std::optional<TrialRun>> run_trial(const Trace& trace, EventId held_before,
                                          const Setting& setting, const TrialOptions& options);

// The program once more, with nobody held, as another seed has it.
Result<std::optional<TrialRun>> run_freely(uint64_t seed, const Trace& trace,
                                           const Setting& setting, const TrialOptions& options);

// The run as it was recorded, in the same way: to say what a trial did otherwise.
Result<Observation> run_as_recorded(const Trace& trace, const Setting& setting,
                                    const SessionLimits& limits);

}  // namespace foreweave
