// With which status the runs of one check ended. A status other than 0 may be what the program is
// meant to say; if it depends on the order of threads, it is not.
#pragma once

#include <optional>
#include <string>

#include "events/trace.h"
#include "report/make/make_report.h"

namespace foreweave {

class ExitStatuses {
 public:
  // The next run. If it ended with a status other than 0, and the first one with another: that one.
  std::optional<int> add(const Trace& trace, const std::string& path);
  // If the first run ended with a status other than 0, and this one did not, a report that says so;
  // once.
  std::optional<Report> report_on_first(const Trace& trace, const ReportOptions& options);

 private:
  std::optional<int> first_;
  std::string first_trace_;
  bool is_told_ = false;
};

}  // namespace foreweave
