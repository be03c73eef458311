// Several reports become one, in which each bug is once.
#pragma once

#include "report/report.h"

namespace foreweave {

// What `more` has beyond `report`. A bug that both have stays as it is in the one that has seen it
// happen, or in the first. Threads, sources and the like are united by name; counts are added.
Report merge_reports(Report report, Report more);

}  // namespace foreweave
