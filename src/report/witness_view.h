// A witness as a person wants to see it: one column a thread of the bug, time going down, and only
// the end of it and what the bug is about, because a witness may run over millions of events before
// it gets interesting.
#pragma once

#include <string>
#include <vector>

#include "events/trace.h"
#include "prove/check/check.h"

namespace foreweave {

struct WitnessView {
  size_t events = 0;    // of the whole witness
  size_t segments = 0;  // runs of one thread without a switch
  // Ready to print, without newlines. Events of the claim are marked with an asterisk; the last
  // line shows its pending events side by side.
  std::vector<std::string> lines;
};

WitnessView view_witness(const Trace& trace, const Proved& proved);

}  // namespace foreweave
