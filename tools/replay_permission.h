// What a replay may run. A trace is data: the command that it names is run only if the trace was
// recorded on this machine by this user, or the user trusts it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "events/trace.h"
#include "replay/run/session.h"

namespace foreweave {

struct RunRequest {
  std::string trace;                 // its path
  std::vector<std::string> command;  // behind --; empty: the trace's
  bool is_trusted = false;           // --trust
};

// Shows what would be run, and tells how, or why it is not. Nothing was run then.
Result<Setting> permitted_setting(const Trace& trace, const RunRequest& request);

}  // namespace foreweave
