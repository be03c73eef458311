// What an older report knows already.
#pragma once

#include "report/report.h"

namespace foreweave {

// Leaves out the findings that `baseline` has, by their ids, and counts them in the report.
void leave_out_known(Report& report, const Report& baseline);

}  // namespace foreweave
