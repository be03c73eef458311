// The report as JUnit XML, for build servers: a failed test case a finding, or one that passed.
#pragma once

#include <string>

#include "report/report.h"

namespace foreweave {

std::string junit_report(const Report& report);

}  // namespace foreweave
