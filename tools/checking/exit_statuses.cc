#include "checking/exit_statuses.h"

#include <utility>

#include "events/reading/read_trace.h"
#include "events/recorded_run/exit_status.h"

namespace foreweave {

std::optional<int> ExitStatuses::add(const Trace& trace, const std::string& path) {
  const std::optional<int> status = exit_status_of(trace);
  if (!status) return std::nullopt;
  if (!first_) {
    first_ = status;
    first_trace_ = path;
  }
  return *status != 0 && *status != *first_ ? first_ : std::nullopt;
}

std::optional<Report> ExitStatuses::report_on_first(const Trace& trace,
                                                    const ReportOptions& options) {
  if (first_.value_or(0) == 0 || exit_status_of(trace) != 0 || std::exchange(is_told_, true))
    return std::nullopt;
  const Result<Trace> first = read_trace(first_trace_, 1, nullptr);
  if (!first) return std::nullopt;
  Results results;
  results.trace_path = first_trace_;
  results.can_replay = true;
  results.other_status = 0;
  return make_report(first.value(), results, options);
}

}  // namespace foreweave
