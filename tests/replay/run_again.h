// A recorded run, replayed as it was: does the program do the same again, step by step?
#pragma once

#include <string>

#include "events/trace.h"
#include "replay/run/session.h"

namespace foreweave {

struct RanAgain {
  std::string failure;  // it could not be run; empty: it was
  Observation seen;
  std::string difference;  // the first event that is not as recorded; empty: none

  // The program ends with its schedule, and nobody is left to say that this was followed.
  bool followed() const { return seen.stray == FW_STRAY_none && !seen.stood_still; }
};

// `file` is for the trace of the replay. With `same_addresses` the program's addresses are not
// randomised, as in a recording that was made so: then also values are compared.
RanAgain run_again(const Trace& recorded, const std::string& file, bool same_addresses,
                   const SessionLimits& limits = {});

}  // namespace foreweave
