// One finding as a paragraph for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/finding.h"
#include "report/held_locks.h"
#include "report/text_report.h"

namespace foreweave {

// `held`: the locks held at each of the finding's sites. Ends with an empty line.
std::string finding_text(const Trace& trace, const Finding& finding,
                         std::span<const std::vector<HeldLock>> held, TextStyle style);

}  // namespace foreweave
