// The last stage of a check: runs of the program in which one thread is held (replay/run/trial.h),
// at the few points that promise most (patterns/trials/trial_points.h), and what they showed.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/trace.h"
#include "replay/run/session.h"
#include "replay/run/trial.h"
#include "report/findings/results.h"
#include "report/make/make_report.h"
#include "report/report.h"

namespace foreweave {

struct TrialStage {
  const Setting& setting;
  SessionLimits limits;
  double seconds = 0;  // for all of them
  // The file for the trace of the n-th trial. Only those that show something are kept.
  std::function<std::string(uint32_t)> file;
  ReportOptions report;
  // What other orders of a trial show: its findings are confirmed, and none is among those that are
  // known (keys of bugs), to which they are added. The words say how the thread was held.
  using Predict = std::function<std::optional<Report>(const TrialRun&, const std::string& how,
                                                      std::set<std::string>& known)>;
  Predict predict;
  uint64_t other_runs = 0;  // with nobody held, and these seeds
  uint64_t first_other_seed = 2;
};

// The files beside the trace that trials are made from.
std::function<std::string(uint32_t)> trial_files(const std::string& trace_path,
                                                 std::string_view kind);

// Where the thread was held, a sentence without its full stop.
std::string how_it_was_held(const Trace& trace, EventId before);

// What the report of a trial adds to that of the run: findings, and nothing about losses or sizes.
Report report_of_trial(const Trace& trace, const Results& results, const ReportOptions& options);

// A report for each trial that showed a bug which the results do not have: memory that was used
// after its free, or freed twice.
std::vector<Report> run_trials(const Trace& trace, const Results& results, const TrialStage& stage);

}  // namespace foreweave
