// Makes predicted bugs happen: replays a witness on the program, and tries again in other ways if
// the program does not follow.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "events/claim.h"
#include "events/model.h"
#include "events/recorded_run/run_end.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "model/facts/trace_facts.h"
#include "prove/check/check.h"
#include "replay/judge/outcome.h"
#include "replay/run/session.h"

namespace foreweave {

struct ReplayerOptions {
  SessionLimits limits;
  uint32_t max_attempts = 8;
  std::string keep_traces;     // a folder for the traces of replays; empty: they are not kept
  bool keeps_streams = false;  // see SessionOptions
  std::function<void(const LiveProgram&, const Schedule&)> at_meeting = {};
};

// Keeps a reference to the trace. One thread.
class Replayer {
 public:
  Replayer(const TraceFacts& facts, Setting setting, ReplayerOptions options);
  ~Replayer();

  // Another proof of the same bug, or nothing; called again for one more.
  using OtherInstance = std::function<std::optional<Proved>()>;

  enum class Wanted : uint8_t {
    effect,   // any
    failure,  // without one it is no bug: tries again although an effect was seen
  };

  // First the proof's own witness, then variants of it, then other instances. If none of them shows
  // the bug, the first one once more with a trace, which tells why. It is refuted if that
  // contradicts the model, does so again, and the program does as recorded when it is replayed as
  // recorded. An error only if the program could not be run.
  Result<Outcome> replay(const Proved& proved, const OtherInstance& other = {},
                         Wanted wanted = Wanted::effect);

  // What the recorded run ended with: the run again, along the recorded order.
  Result<Outcome> replay_end(const RunEnd& end);
  // A bug that happened in the recorded run: the recorded order up to what is pending, or has
  // happened.
  Result<Outcome> replay_recorded(const Claim& claim);

  // The run again, with the handler where it does harm. Whether it came there.
  Result<bool> replay_interruption(const Interruption& interruption);

  // The trace of the last replay, if traces are kept.
  const std::string& last_trace() const { return last_trace_; }

 private:
  struct Attempt {
    Outcome outcome;
    Observation seen;
    bool is_explained = false;  // the outcome was judged with a trace
  };
  struct Variation {
    FirstToGo first = FirstToGo::last_in_trace;
    uint64_t seed = 1;        // of what comes behind the schedule
    bool gives_back = false;  // memory that is freed is freed, although nothing can be seen then
  };
  enum class Log : uint8_t { if_kept, always };
  Result<Attempt> attempt(const Claim& claim, const Reordering& witness, const Variation& variation,
                          Log log = Log::if_kept);
  Result<Observation> without_bug();
  // Makes sure of a contradiction, or takes it back.
  Status make_sure(const Proved& proved, Attempt& refuted);
  // The first difference of the recorded run, replayed as it was; empty: none in so many replays.
  Result<std::string> difference_as_recorded(uint32_t replays);
  Result<std::string> file_for_trace();
  // The same, but nothing is enforced behind so many events: the time goes on, and ids are new.
  Result<Observation> without_bug_up_to(size_t events);
  Status look_for_effect(const Claim& claim, const Reordering& witness, Wanted wanted,
                         Attempt& best);
  // Also held against further runs without the bug, so that what differs in every run is none.
  Result<std::string> effect(const Observation& with_bug, size_t events);
  std::string surroundings() const;

  const TraceFacts& facts_;
  const Trace& trace_;
  Setting setting_;
  ReplayerOptions options_;
  std::string folder_;  // for traces that are not kept
  std::string last_trace_;
  uint32_t traces_ = 0, attempts_ = 0, most_attempts_ = 0;
  std::optional<Observation> without_bug_;
  uint32_t same_as_recorded_ = 0;  // replays of the recorded run that did the same
  std::string difference_as_recorded_;
};

// Other orders of the same events that the checker accepts for the same claim: two neighbouring
// segments of the witness change places. The n-th of them, or nothing.
std::optional<Reordering> variant_of(const TraceFacts& facts, const Proved& proved, uint32_t n);

}  // namespace foreweave
