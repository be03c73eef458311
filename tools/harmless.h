// What can happen and is no bug by itself (patterns/harm.h) stays in a report only if the program was
// seen to fail of it.
#pragma once

#include "patterns/harm.h"
#include "report/results.h"

namespace foreweave {

// Moves what is left of them to what is undecided.
void set_harmless_aside(const Harm& harm, Results& results);

}  // namespace foreweave
