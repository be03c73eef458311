#include "checking/step_trials.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <set>
#include <utility>

#include "base/interruption.h"
#include "checking/stale_uses.h"
#include "events/recorded_run/asks_for_time.h"
#include "patterns/trials/broken_step.h"
#include "patterns/trials/step_points.h"
#include "patterns/trials/wait_points.h"
#include "progress.h"
#include "prove/check/check.h"
#include "replay/judge/judge.h"
#include "replay/replayer.h"
#include "replay/run/trial.h"
#include "report/findings/bug_identity.h"
#include "report/make/run_end_report.h"

namespace foreweave {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostPoints = 16;  // of one trace
constexpr size_t kMostWaits = 8;    // the same
constexpr size_t kMostOtherOrders = 5;
constexpr uint64_t kMostOtherRuns = 6;
constexpr size_t kMostReports = 2;
constexpr size_t kMostEventsToPredict = 200'000;
constexpr size_t kMostWithin =
    6;  // points within a step; with more of them nobody knows what broke

// The claim's events happened in the trace itself.
Result<Proved> prove_as_recorded(const Trace& trace, const Claim& claim) {
  const EventId end(claim.happen.back().value + 1);
  std::vector<uint32_t> done;
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    done.push_back(trace.events_of(ThreadId(t)).index_from(end));
  return check_witness(trace, {.model = Model::same_write}, claim,
                       Reordering::in_trace_order(trace, done));
}

class StepTrials {
 public:
  StepTrials(const Trace& trace, const Results& results, const TrialStage& stage)
      : trace_(trace),
        stage_(stage),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(stage.seconds))) {
    for (const Finding& finding : results.findings) {
      const std::string key = bug_key(trace, finding.proved().claim());
      known_.insert(key);
      if (finding.replay() && finding.replay()->outcome == Replay::Outcome::confirmed)
        seen_.insert(key);
    }
    if (const std::optional<RunEnd> end = bug_of_run(trace)) known_.insert(id_of(trace, *end));
  }

  std::vector<Report> run() {
    if (trace_.thread_count() < 2) return {};
    const Progress progress("foreweave: trying other orders", Progress::Unit::findings);
    hold_threads();
    for (uint64_t i = 0; i < stage_.other_runs && goes_on(); ++i)
      try_seed(stage_.first_other_seed + i);
    return std::move(reports_);
  }

 private:
  void hold_threads() {
    if (step_points(trace_).empty() && points_before_waits(trace_).empty() &&
        points_to_let_others_go_first(trace_).empty())
      return;
    Result<Observation> seen = run_as_recorded(trace_, stage_.setting, stage_.limits);
    if (!seen) return;
    if (has_failed(seen.value()) || shows_a_broken_step(trace_))
      try_runs_that_end_well();
    else
      try_orders(trace_, std::move(seen).value());
  }

  // Which branches threads take depends on who comes first, and nobody predicts behind a branch
  // that was not taken. Where a run takes no time, a few more cost little.
  void try_seed(uint64_t seed) {
    Result<std::optional<TrialRun>> run =
        run_freely(seed, trace_, stage_.setting, {stage_.limits, stage_.file(++made_)});
    can_run_ = run.ok();
    if (!run || !run.value()) return;
    const std::string how = fmt::format("the threads ran in the order of seed {}", seed);
    if (!report_end(how, *run.value(), Held::nobody) && !report_predictions(how, *run.value()))
      unlink(run.value()->path.c_str());
  }

  bool goes_on() const {
    return reports_.size() < kMostReports && interruption() == 0 && Clock::now() < end_ && can_run_;
  }

  static bool has_failed(const Observation& seen) {
    return seen.still_running || seen.stood_still || seen.run.wait_status != 0;
  }
  bool fails(const Observation& seen) const { return foreweave::fails(seen, without_.front()); }

  // Who fails anyway, or is broken in the recorded run already, cannot be seen to fail of
  // something: another run has to be the one to compare with.
  void try_runs_that_end_well() {
    for (uint64_t seed = 2; seed < 2 + kMostOtherRuns && goes_on(); ++seed) {
      Result<std::optional<TrialRun>> run =
          run_freely(seed, trace_, stage_.setting, {stage_.limits, stage_.file(++made_)});
      can_run_ = run.ok();
      if (!run || !run.value()) continue;
      unlink(run.value()->path.c_str());
      if (!has_failed(run.value()->seen) && !shows_a_broken_step(run.value()->trace))
        return try_orders(run.value()->trace, std::move(run.value()->seen));
    }
  }

  void try_orders(const Trace& from, Observation seen) {
    without_.push_back(std::move(seen));
    try_points(from);
    const std::vector<EventId> others_first = points_to_let_others_go_first(from);
    for (size_t i = 0; i < others_first.size() && i < kMostOtherOrders && goes_on(); ++i)
      try_other_order(from, others_first[i]);
  }

  void try_points(const Trace& from) {
    const std::vector<EventId> waits = points_before_waits(from);
    for (size_t i = 0; i < waits.size() && i < kMostWaits && goes_on(); ++i)
      try_wait(from, waits[i]);
    const std::vector<StepPoint> points = step_points(from);
    for (size_t i = 0; i < points.size() && i < kMostPoints && goes_on(); ++i)
      try_point(from, points[i]);
  }

  void try_wait(const Trace& from, EventId wait) {
    const std::optional<TrialRun> run = held(from, wait, {});
    const std::string how = how_it_was_held(from, wait);
    if (run && !report_end(how, *run) && !report_predictions(how, *run)) unlink(run->path.c_str());
  }

  // The same points again, after other threads have gone first.
  void try_other_order(const Trace& from, EventId held_before) {
    std::optional<TrialRun> run = held(from, held_before, {});
    const std::string how = how_it_was_held(from, held_before);
    if (!run || report_end(how, *run)) return;
    if (!report_predictions(how, *run)) unlink(run->path.c_str());
    if (fails(run->seen)) return;
    without_.push_back(std::move(run->seen));
    try_points(run->trace);
    without_.pop_back();
  }

  std::optional<TrialRun> held(const Trace& from, EventId before,
                               std::vector<Attachment> attachments) {
    Result<std::optional<TrialRun>> run =
        run_trial(from, before, stage_.setting,
                  {stage_.limits, stage_.file(++made_), std::move(attachments)});
    can_run_ = run.ok();
    return run ? std::move(run).value() : std::nullopt;
  }

  void try_point(const Trace& from, const StepPoint& point) {
    const std::string step = HeldStep::at(from, point).encoded();
    const std::optional<TrialRun> run = held(from, point.before, {{HeldStep::kAttachment, step}});
    if (run && !report(from, point, *run)) unlink(run->path.c_str());
  }

  // False if there is nothing to report.
  bool report(const Trace& from, const StepPoint& point, const TrialRun& run) {
    Results results;
    results.stale = confirm_stale_uses(run.trace, stage_.setting, stage_.limits);
    keep_first_of_each(results.stale);
    std::erase_if(results.stale, [&](const Claim& claim) {
      return !known_.insert(bug_key(run.trace, claim)).second;
    });
    if (std::optional<Finding> finding = find_broken_step(from, point, run))
      results.findings.push_back(*std::move(finding));
    const std::string how = how_it_was_held(from, point.before);
    if (results.stale.empty() && results.findings.empty())
      return report_end(how, run) || report_predictions(how, run);
    results.trace_path = run.path;
    results.can_replay = true;
    results.trial =
        TrialNote{how, results.findings.empty() ? "" : results.findings[0].replay()->effect};
    reports_.push_back(report_of_trial(run.trace, results, stage_.report));
    return true;
  }

  // Who aborts may only have lost its patience, as far as it has any.
  static bool has_given_up(const Trace& trace, const RunEnd& end) {
    return end.how == RunEnd::How::failed && end.signal == SIGABRT &&
           (end.assertion.empty() || !never_asks_for_time(trace));
  }

  // In the end everybody waits, or the program dies of a wrong address or number, or of an
  // assertion: no matter what the thread was held for, this is an order that the threads can take.
  // False if there is nothing to report.
  enum class Held : uint8_t { somebody, nobody };
  bool report_end(const std::string& how, const TrialRun& run, Held held = Held::somebody) {
    const std::optional<RunEnd> end = bug_of_run(run.trace);
    if (!end || (held == Held::somebody && has_given_up(run.trace, *end))) return false;
    if (seen_.contains(bug_key(run.trace, *end)) || !known_.insert(id_of(run.trace, *end)).second ||
        !ends_so_again(run.trace, *end))
      return false;
    known_.insert(bug_key(run.trace, *end));
    Results results;
    results.trace_path = run.path;
    results.can_replay = true;
    results.trial = TrialNote{how, "", TrialNote::Tells::how_it_ended};
    reports_.push_back(report_of_trial(run.trace, results, stage_.report));
    return true;
  }

  // A trial is a recorded run like any other, with other orders of its own; unless it used freed
  // memory, which may hold anything then. False if there is nothing to report.
  bool report_predictions(const std::string& how, const TrialRun& run) {
    if (run.trace.size() > kMostEventsToPredict || !goes_on()) return false;
    if (run.trace.losses().count(Loss::accesses_after_free) > 0) return false;
    std::optional<Report> more = stage_.predict(run, how, known_);
    if (!more) return false;
    const bool has_findings = !more->findings.empty();
    reports_.push_back(*std::move(more));
    return has_findings;
  }

  std::optional<Finding> find_broken_step(const Trace& from, const StepPoint& point,
                                          const TrialRun& run) {
    const std::optional<Claim> claim = broken_step(run.trace);
    if (!claim || known_.contains(bug_key(run.trace, *claim))) return std::nullopt;
    const bool has_failed = fails(run.seen);
    if (!has_failed && !takes_more_than_is_left(run.trace, *claim)) return std::nullopt;
    std::string effect = effect_beside_control(from, point, run.seen);
    if (effect.empty() || (has_failed && !fails_all_along(from, point))) return std::nullopt;
    Result<Proved> proved = prove_as_recorded(run.trace, *claim);
    if (!proved || !happens_again(run.trace, *claim)) return std::nullopt;
    known_.insert(bug_key(run.trace, *claim));
    Replay replay;
    replay.effect = has_failed ? effect
                               : fmt::format("{} wraps around below zero; {}",
                                             run.trace.operand_name(claim->happen[0]), effect);
    replay.fails = has_failed;
    Finding finding(run.trace, std::move(proved).value(), "trial");
    finding.set_replay(std::move(replay));
    return finding;
  }

  // What the program does otherwise than if the thread is held before the step; empty if it does
  // the same, or does not come there.
  std::string effect_beside_control(const Trace& from, const StepPoint& point,
                                    const Observation& seen) {
    std::optional<TrialRun> control = held(from, point.begin, {});
    if (!control) return "";
    unlink(control->path.c_str());
    if (fails(control->seen)) return "";
    std::vector<Observation> without = without_;
    without.push_back(std::move(control->seen));
    return effect_of(seen, without);
  }

  // Between the look and what relies on it the thread may do other things, and the program may fail
  // because it was held in the middle of those. If it is this step that breaks, it breaks wherever
  // within the step the thread is held.
  bool fails_all_along(const Trace& from, const StepPoint& point) {
    const std::vector<EventId> within = points_within(from, point);
    if (within.size() > kMostWithin) return false;
    return std::all_of(within.begin(), within.end(), [&](EventId before) {
      const std::optional<TrialRun> run = held(from, before, {});
      if (run) unlink(run->path.c_str());
      return run && fails(run->seen);
    });
  }

  Replayer replayer(const TraceFacts& facts) const {
    ReplayerOptions how;
    how.limits = stage_.limits;
    how.max_attempts = 2;
    return Replayer(facts, stage_.setting, how);
  }
  bool ends_so_again(const Trace& trace, const RunEnd& end) const {
    const TraceFacts facts(trace);
    const Result<Outcome> outcome = replayer(facts).replay_end(end);
    return outcome && outcome.value().status == ReplayStatus::confirmed;
  }
  bool happens_again(const Trace& trace, const Claim& claim) const {
    const TraceFacts facts(trace);
    const Result<Outcome> outcome = replayer(facts).replay_recorded(claim);
    return outcome && outcome.value().status == ReplayStatus::confirmed;
  }

  const Trace& trace_;
  const TrialStage& stage_;
  const Clock::time_point end_;
  std::set<std::string> known_;  // keys of bugs
  std::set<std::string> seen_;   // those that happened in a replay
  std::vector<Observation> without_;
  uint32_t made_ = 0;
  bool can_run_ = true;
  std::vector<Report> reports_;
};

}  // namespace

std::vector<Report> run_step_trials(const Trace& trace, const Results& results,
                                    const TrialStage& stage) {
  return StepTrials(trace, results, stage).run();
}

}  // namespace foreweave
