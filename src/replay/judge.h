// Was the bug seen? Decides it from what a replay left behind, and says `confirmed` of nothing that
// did not happen before somebody's eyes.
#pragma once

#include "events/claim.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "replay/outcome.h"
#include "replay/schedule.h"
#include "replay/session.h"

namespace foreweave {

struct Replayed {
  const Trace& original;
  const Claim& claim;
  const Reordering& witness;
  const Schedule& schedule;
  const Observation& seen;
  const Trace& trace;  // of the replay
};

// Without the effect.
Outcome judge(const Replayed& replayed);

// What the program did after the bug, beside what the run does without it. Empty: nothing
// unusual was seen.
std::string effect_of(const Observation& with_bug, const Observation& without);

}  // namespace foreweave
