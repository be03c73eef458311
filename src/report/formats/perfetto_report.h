// The report as a Chrome trace, which Perfetto's viewer opens: for each finding the steps of its
// story twice, in the order of the recording and in that of the witness. A track a thread; time is
// the position in the order, not a clock.
#pragma once

#include <string>

#include "report/report.h"

namespace foreweave {

std::string perfetto_report(const Report& report);

}  // namespace foreweave
