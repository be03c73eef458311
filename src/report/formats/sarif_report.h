// The report as SARIF 2.1.0, for code scanning services and editors: a result a finding, with the
// witness as one thread flow a thread.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace foreweave {

std::string sarif_report(const Report& report, std::string_view version);

}  // namespace foreweave
