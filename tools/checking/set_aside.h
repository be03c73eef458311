// What has a witness and is not reported all the same, because of what its replays showed. It is
// counted as undecided.
#pragma once

#include "patterns/harm.h"
#include "report/findings/results.h"

namespace foreweave {

// What can happen and is no bug by itself (patterns/harm.h), unless the program was seen to fail of
// it.
void set_harmless_aside(const Harm& harm, Results& results);

// What no replay confirmed because a thread did not come to its next step when it was its turn. The
// witness says that it can: then it was told to go on, in the recording, by something that nobody
// recorded, and that may keep the bug from happening.
void set_held_up_aside(Results& results);

}  // namespace foreweave
