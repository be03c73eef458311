// Was the bug seen? Decides it from what a replay left behind, and says `confirmed` of nothing that
// did not happen before somebody's eyes.
#pragma once

#include <span>
#include <string>

#include "events/claim.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "replay/judge/outcome.h"
#include "replay/run/session.h"
#include "replay/schedule/schedule.h"

namespace foreweave {

struct Replayed {
  const Trace& original;
  const Claim& claim;
  const Reordering& witness;
  const Schedule& schedule;
  const Observation& seen;
  const Trace* trace = nullptr;  // of the replay, if one was made
};

// Without the effect. What is confirmed is decided by what was seen alone; only the trace can tell
// where a program went another way: without it that is "not reached".
Outcome judge(const Replayed& replayed);

// Whether a thread did not come to its next step when it was its turn.
bool is_held_up(const Observation& seen);

// What the program did after the bug, beside what runs do without it. Empty: nothing unusual was
// seen. In what the runs without it do not agree, there is no effect. At least one of them.
std::string effect_of(const Observation& with_bug, std::span<const Observation> without);
std::string effect_of(const Observation& with_bug, const Observation& without);

// Whether the program came to another end than without the bug: a signal, a hang, another exit
// status. What it says may differ for many reasons; how it ends is what it thinks of itself.
bool fails(const Observation& with_bug, const Observation& without);

}  // namespace foreweave
