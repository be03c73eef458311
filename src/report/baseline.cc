#include "report/baseline.h"

#include <set>
#include <string>

namespace foreweave {

void leave_out_known(Report& report, const Report& baseline) {
  std::set<std::string> known;
  for (const ReportedFinding& finding : baseline.findings) known.insert(finding.id);
  report.known = report.known.value_or(0) +
                 std::erase_if(report.findings, [&](const ReportedFinding& finding) {
                   return known.contains(finding.id);
                 });
}

}  // namespace foreweave
