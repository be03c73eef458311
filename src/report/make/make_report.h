// From what was found in a trace to everything that a report says of it. The same trace, results
// and source files give the same report.
#pragma once

#include <string>
#include <vector>

#include "report/report.h"

namespace foreweave {

struct ReportOptions {
  // See SourceRules.
  std::vector<std::string> source_roots = {};
  bool trusts_source_paths = false;
};

// What is missing from the trace, with its consequence.
std::vector<ReportedLoss> describe_losses(const Losses& losses);

Report make_report(const Trace& trace, const Results& results, const ReportOptions& options);

}  // namespace foreweave
