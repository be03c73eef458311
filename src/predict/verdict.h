// An engine's answer to a claim.
#pragma once

#include <string_view>
#include <variant>

#include "events/reordering.h"

namespace foreweave {

// The claim can happen. The witness is the engine's word until prove/check has accepted it.
struct Feasible {
  Reordering witness;
};

// No reordering fulfils the claim under the engine's model.
struct Infeasible {};

enum class Why : uint8_t {
  engine_incomplete,   // the engine's "no" means nothing
  over_approximation,  // the engine's "yes" means "possible"
  no_witness,          // the engine says yes, but no order of its own fulfils the claim
  budget,              // the work it was allowed ran out
  attempts,            // not every instance was tried
  data_missing,        // the trace lacks what the engine needs
  not_covered,         // a kind of claim the engine does not answer
  unseen,              // it is about memory that code which was not recorded writes, or orders
};
std::string_view describe(Why why);

// We do not know: an answer, never "no bug".
struct Unknown {
  Why why = Why::engine_incomplete;
};

using Verdict = std::variant<Feasible, Infeasible, Unknown>;

}  // namespace foreweave
