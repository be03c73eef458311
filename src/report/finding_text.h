// One bug as a paragraph for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/finding.h"
#include "report/held_locks.h"
#include "report/text_report.h"

namespace foreweave {

// What the claim of a bug says: what goes wrong, and its events one by one, indented. `held` are
// the locks held at each of events_in_roles.
std::string bug_text(const Trace& trace, const Claim& claim,
                     std::span<const std::vector<HeldLock>> held);

// The heading, that text and the witness. Ends with an empty line.
std::string finding_text(const Trace& trace, const Finding& finding,
                         std::span<const std::vector<HeldLock>> held, TextStyle style);

}  // namespace foreweave
