// Whether a replay that went another way than its witness contradicts the model, or whether
// something that no trace has may be why. docs/replay.md says what is what, under "Refuted".
#pragma once

#include <string>

#include "replay/judge/comparison.h"
#include "replay/judge/influences.h"
#include "replay/judge/judge.h"

namespace foreweave {

struct Reason {
  bool contradicts = false;
  // It contradicts because nothing else is left: all that the thread read was as recorded.
  // Addresses and clocks of the processor are not seen in a trace, so that this needs more than one
  // replay.
  bool by_reads_alone = false;
  std::string text;  // a sentence without its full stop
  // It does not contradict, but only because code that was not recorded told the thread something
  // else: that may depend on the order, so that nobody knows whether the witness can happen.
  bool by_unseen_code = false;
};

// Why the replay, which has a trace, has this difference. `influences` know all steps before it.
Reason reason_of(const Replayed& replayed, const Difference& difference,
                 const Influences& influences);

}  // namespace foreweave
