// Makes a failing trace small: removes threads, events and everything that touches one thing,
// merges variables and locks, makes events plainer, as long as the trace stays valid and still
// fails.
#pragma once

#include <functional>

#include "agree/draft.h"

namespace foreweave::agree {

// Whether the failure that is hunted shows on this draft. Only called with valid ones.
using Fails = std::function<bool(const Draft&)>;

// Whether the draft is a trace that a run could have recorded, by our own judgement and validate().
bool is_valid(const Draft& draft);

// A local minimum: nothing more can be removed or made plainer. `draft` must fail.
Draft shrink(Draft draft, const Fails& fails);

}  // namespace foreweave::agree
