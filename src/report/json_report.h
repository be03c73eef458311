// The report for programs, as docs/report.schema.json describes it. The same results give the same
// bytes; text that is not UTF-8 has its odd bytes replaced.
#pragma once

#include <string>

#include "report/results.h"

namespace foreweave {

std::string json_report(const Trace& trace, const Results& results);

}  // namespace foreweave
