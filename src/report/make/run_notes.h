// What is worth knowing of the recorded run and is no bug by itself: a program that gave up early
// has not shown what it does.
#pragma once

#include <string>
#include <vector>

#include "events/trace.h"

namespace foreweave {

// Each a sentence without its full stop.
std::vector<std::string> run_notes(const Trace& trace);

}  // namespace foreweave
