#include "checking/trials.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/interruption.h"
#include "checking/stale_uses.h"
#include "patterns/trials/trial_points.h"
#include "progress.h"
#include "replay/judge/judge.h"
#include "replay/run/trial.h"
#include "report/findings/bug_identity.h"

namespace foreweave {

namespace {

using Clock = std::chrono::steady_clock;

// So many are made at most, and so many are made from the trace of one that only changed the order.
constexpr uint32_t kMostTrials = 12;
constexpr size_t kMostFromATrial = 3;
// Enough to work on.
constexpr size_t kMostReports = 3;

bool is_of_freed_memory(BugKind kind) {
  return kind == BugKind::use_after_free || kind == BugKind::double_free;
}

class Trials {
 public:
  Trials(const Trace& trace, const Results& results, const TrialStage& stage)
      : trace_(trace),
        stage_(stage),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(stage.seconds))) {
    for (const Finding& finding : results.findings)
      if (is_of_freed_memory(finding.kind()))
        known_.insert(bug_key(trace, finding.proved().claim()));
    for (const Claim& claim : results.stale) known_.insert(bug_key(trace, claim));
  }

  std::vector<Report> run() {
    for (const TrialPoint& point : trial_points(trace_)) to_try_.push_back({nullptr, point});
    if (to_try_.empty()) return {};
    const Progress progress("foreweave: holding threads", Progress::Unit::findings);
    while (!to_try_.empty() && goes_on()) {
      const Task task = std::move(to_try_.front());
      to_try_.pop_front();
      if (!is_known(task) && !make_trial(task)) break;
    }
    return std::move(reports_);
  }

 private:
  struct Task {
    std::shared_ptr<const TrialRun> from;  // null: the recorded run
    TrialPoint point;
  };

  const Trace& trace_of(const Task& task) const { return task.from ? task.from->trace : trace_; }

  bool goes_on() const {
    return made_ < kMostTrials && reports_.size() < kMostReports && interruption() == 0 &&
           Clock::now() < end_;
  }

  bool is_known(const Task& task) const {
    Claim claim = Claim::use_after_free(task.point.free, task.point.before);
    return task.point.what == TrialPoint::What::use &&
           known_.contains(bug_key(trace_of(task), claim));
  }

  // False if the program cannot be run.
  bool make_trial(const Task& task) {
    const std::string file = stage_.file(++made_);
    const Trace& from = trace_of(task);
    Result<std::optional<TrialRun>> tried =
        run_trial(from, task.point.before, stage_.setting, {stage_.limits, file});
    if (!tried) return false;
    if (!tried.value()) return true;
    const auto run = std::make_shared<const TrialRun>(*std::move(tried).value());
    const size_t reports = reports_.size();
    report_stale_uses(task, *run);
    if (reports_.size() == reports) {
      unlink(file.c_str());
      if (!task.from && task.point.what == TrialPoint::What::step) go_on_from(run);
    }
    return true;
  }

  // The others went first: what they used may be freed before their eyes.
  void go_on_from(const std::shared_ptr<const TrialRun>& run) {
    std::vector<Task> more;
    for (const TrialPoint& point : trial_points(run->trace))
      if (point.what == TrialPoint::What::use && more.size() < kMostFromATrial)
        more.push_back({run, point});
    to_try_.insert(to_try_.begin(), more.begin(), more.end());
  }

  void report_stale_uses(const Task& task, const TrialRun& run) {
    Results results;
    results.stale = confirm_stale_uses(run.trace, stage_.setting, stage_.limits);
    keep_first_of_each(results.stale);
    std::erase_if(results.stale, [&](const Claim& claim) {
      return !known_.insert(bug_key(run.trace, claim)).second;
    });
    if (results.stale.empty()) return;
    results.trace_path = run.path;
    results.can_replay = true;
    results.trial = TrialNote{how_it_was_held(trace_of(task), task.point.before), effect(run)};
    reports_.push_back(report_of_trial(run.trace, results, stage_.report));
  }

  std::string effect(const TrialRun& run) {
    if (!as_recorded_) {
      Result<Observation> seen = run_as_recorded(trace_, stage_.setting, stage_.limits);
      if (!seen) return "";
      as_recorded_ = std::move(seen).value();
    }
    return effect_of(run.seen, *as_recorded_);
  }

  const Trace& trace_;
  const TrialStage& stage_;
  const Clock::time_point end_;
  std::set<std::string> known_;  // keys of bugs
  std::deque<Task> to_try_;
  uint32_t made_ = 0;
  std::optional<Observation> as_recorded_;
  std::vector<Report> reports_;
};

}  // namespace

std::function<std::string(uint32_t)> trial_files(const std::string& trace_path,
                                                 std::string_view kind) {
  const std::string base =
      fmt::format("{}-{}", trace_path.substr(0, trace_path.rfind(".fwt")), kind);
  return [base](uint32_t n) { return fmt::format("{}-{}.fwt", base, n); };
}

std::string how_it_was_held(const Trace& trace, EventId before) {
  // What a header of the system does it does for who called it.
  SiteId site = trace.site(before);
  const auto is_of_system = [&] {
    return trace.text(trace.site_info(site).file).starts_with("/usr/");
  };
  while (is_of_system() && trace.site_info(site).inlined_at.exists())
    site = trace.site_info(site).inlined_at;
  const Site& found = trace.site_info(site);
  const std::string place = is_of_system() || found.line == 0
                                ? ""
                                : fmt::format(" before {}:{}", trace.text(found.file), found.line);
  return fmt::format("{} was held{}, and the others ran on",
                     trace.thread_name(trace.thread(before)), place);
}

Report report_of_trial(const Trace& trace, const Results& results, const ReportOptions& options) {
  Report report = make_report(trace, results, options);
  for (ReportedFinding& finding : report.findings) finding.trace = report.trace_file;
  for (ReportedThread& thread : report.thread_list) thread.trace = report.trace_file;
  report.events = report.threads = report.locks = report.locations = 0;
  report.losses.clear();
  report.notes.clear();
  return report;
}

std::vector<Report> run_trials(const Trace& trace, const Results& results,
                               const TrialStage& stage) {
  return Trials(trace, results, stage).run();
}

}  // namespace foreweave
