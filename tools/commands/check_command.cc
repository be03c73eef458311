#include "commands/check_command.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes/file.h"
#include "base/interruption.h"
#include "base/parallel.h"
#include "checking/compile_source.h"
#include "checking/exit_statuses.h"
#include "checking/find_interruptions.h"
#include "checking/set_aside.h"
#include "checking/stale_uses.h"
#include "checking/step_trials.h"
#include "checking/trials.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "options/misplaced_options.h"
#include "options/order_file.h"
#include "options/reporting.h"
#include "options/search_options.h"
#include "progress.h"
#include "record/code/built_with_us.h"
#include "record/recording.h"
#include "replay/replayer.h"
#include "report/findings/bug_identity.h"
#include "report/formats/formats.h"
#include "report/make/make_report.h"
#include "report/merge_reports.h"
#include "search/find_bugs.h"
#include "search/other_instances.h"

namespace foreweave {

namespace {

struct CheckOptions {
  std::vector<std::string> command;
  std::string folder = "foreweave-results";
  uint64_t seed = 1;
  uint32_t runs = 1;
  double timeout = 300;
  uint64_t max_events = 100'000'000;
  double exit_grace = RecordingOptions().exit_grace;
  double replay_time = 0;  // seconds; 0: in proportion to the run
  bool replays = true;
  bool strict = false;
  bool keeps_environment = false;
  uint32_t attempts = 8;
  SessionLimits limits{.stuck = 10, .run_on = 5};
  SearchOptions search;
  ReportingOptions report;
};

// Why findings are only predicted.
const std::string kInterrupted = "the check was interrupted";

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

void warn(const std::string& sentence) { complain("foreweave", "warning: " + sentence, kExitFine); }

Status make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && access(path.c_str(), W_OK) == 0) return Done{};
  return Error{fmt::format("cannot be made a folder to write to{}",
                           error ? ": " + error.message() : std::string()),
               path};
}

// 0 if it is not there yet.
uint64_t file_size(const std::string& path) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

// A run that is checked: of the program, or of a child that is recorded in its place.
struct RunToCheck {
  uint64_t seed = 1;
  Descent child;
};

struct RecordedRun {
  std::string trace;
  std::vector<Descent> threaded_children;  // that are not in it
  uint32_t threaded_children_count = 0;
};

// Program to trace. The program's output goes to standard error: standard output is the report's.
Result<RecordedRun> record(const CheckOptions& options, const std::vector<std::string>& command,
                           StandardInput& input, const RunToCheck& which) {
  RecordingOptions one;
  one.input = &input;
  one.command = command;
  one.seed = which.seed;
  one.followed = which.child;
  one.timeout = options.timeout;
  one.max_events = options.max_events;
  one.exit_grace = options.exit_grace;
  one.ends_if_interrupted = true;
  one.keeps_environment = options.keeps_environment;
  one.ignore_sigpipe = sigpipe_was_ignored();
  one.surroundings.output = STDERR_FILENO;
  const std::string of_child =
      which.child.empty() ? "" : fmt::format("-child{}", text_of(which.child));
  one.output =
      fmt::format("{}/{}-{}{}.fwt", options.folder,
                  std::filesystem::path(command[0]).filename().string(), which.seed, of_child);
  const Progress progress(
      fmt::format("foreweave: recording {}{} (seed {})", command[0], of_child, which.seed),
      Progress::Unit::bytes, [&one] { return file_size(one.output); });
  const Result<Recording> recorded = record_run(one);
  if (!recorded) return recorded.error();
  const Recording& run = recorded.value();
  if (!run.recorded)
    return Error{
        "was not built with foreweave-cc or foreweave-c++ of this version, so that nothing "
        "could be recorded",
        command[0]};
  if (!run.incomplete.empty())
    warn(fmt::format("{}: not to its end: {}", one.output, run.incomplete));
  if (WIFSIGNALED(run.wait_status) && !run.timed_out && !run.interrupted && !run.end.is_bug())
    warn(fmt::format("{} was ended by signal {} while it was recorded", command[0],
                     WTERMSIG(run.wait_status)));
  for (const std::string& library : run.unseen_libraries) warn(about_unseen(library));
  if (!which.child.empty() && !run.followed)
    return Error{fmt::format("child {} was not there again", text_of(which.child)), command[0]};
  return RecordedRun{one.output, run.threaded_children, run.threaded_children_count};
}

Replay::Outcome told(ReplayStatus status) {
  switch (status) {
    case ReplayStatus::confirmed:
      return Replay::Outcome::confirmed;
    case ReplayStatus::diverged:
      return Replay::Outcome::diverged;
    case ReplayStatus::not_reached:
      return Replay::Outcome::not_reached;
    case ReplayStatus::refuted:
      return Replay::Outcome::refuted;
  }
  return Replay::Outcome::not_tried;
}

Replay told(const Outcome& outcome) {
  Replay replay;
  replay.outcome = told(outcome.status);
  replay.note = outcome.why;
  replay.effect = outcome.effect;
  replay.fails = outcome.fails;
  replay.held_up = outcome.held_up;
  replay.attempts = outcome.attempts;
  return replay;
}

// Of what is a bug only if it does harm, so much is tried.
constexpr uint32_t kMostDoubtful = 16;

// From here on nothing is replayed, and the findings say why.
void leave_unreplayed(std::span<Finding> findings, const std::string& why) {
  for (Finding& finding : findings) {
    Replay replay;
    replay.note = why;
    finding.set_replay(std::move(replay));
  }
}

using Clock = std::chrono::steady_clock;

// Looking for bugs takes about as long as the run, if there are not very many.
double time_for_prediction(double seconds_of_run) {
  constexpr double kAtLeast = 120, kRuns = 20;
  return std::max(kAtLeast, kRuns * seconds_of_run);
}

// A replay takes longer than the run, and some findings take several.
double time_for_replays(const CheckOptions& options, double seconds_of_run) {
  constexpr double kAtLeast = 120, kRuns = 50;
  return options.replay_time > 0 ? options.replay_time : std::max(kAtLeast, kRuns * seconds_of_run);
}

// For each kind of them.
double time_for_trials(double seconds_of_run) {
  constexpr double kAtLeast = 1, kRuns = 3;
  return std::max(kAtLeast, kRuns * seconds_of_run);
}

// Who makes no step for as long waits for what the witness has later, or goes round; a program that
// ended sooner than that had no such long steps.
SessionLimits limits_of_replays(const CheckOptions& options, double seconds_of_run) {
  constexpr double kAtLeast = 2, kRuns = 20;
  SessionLimits limits = options.limits;
  limits.stuck = std::min(limits.stuck, std::max(kAtLeast, kRuns * seconds_of_run));
  return limits;
}

// Findings to what became of them on the real program.
void replay_all(const TraceFacts& facts, const Plan& plan, const CheckOptions& options,
                const RunOptions& run, const Harm& harm, double seconds_of_run,
                std::vector<Finding>& findings) {
  if (!options.replays) return leave_unreplayed(findings, "--no-replay was given");
  Result<Setting> setting = setting_of(facts.trace(), {}, Belief::own);
  if (!setting) {
    warn(setting.error().sentence());
    return leave_unreplayed(findings, setting.error().sentence());
  }
  ReplayerOptions how;
  how.limits = limits_of_replays(options, seconds_of_run);
  how.max_attempts = options.attempts;
  Replayer replayer(facts, std::move(setting).value(), how);
  Progress progress("foreweave: replaying", Progress::Unit::findings);
  progress.meter().start(findings.size());
  uint32_t doubtful = 0;
  const auto end_of_time =
      Clock::now() + std::chrono::duration<double>(time_for_replays(options, seconds_of_run));
  for (size_t i = 0; i < findings.size(); ++i) {
    if (Clock::now() > end_of_time) {
      const std::string why = "the time for replays was over (--replay-time)";
      warn(fmt::format("{}; {} of {} findings are not replayed", why, findings.size() - i,
                       findings.size()));
      return leave_unreplayed(std::span(findings).subspan(i), why);
    }
    const Proved& proved = findings[i].proved();
    const bool is_certain = harm.is_certain(proved.claim(), proved.witness());
    if (!is_certain && ++doubtful > kMostDoubtful) continue;
    Result<Outcome> outcome = Error{kInterrupted, ""};
    if (interruption() == 0)
      outcome = replayer.replay(proved, other_instances(facts, plan, run, proved),
                                is_certain ? Replayer::Wanted::effect : Replayer::Wanted::failure);
    if (!outcome) {
      if (interruption() == 0) warn(outcome.error().sentence());
      return leave_unreplayed(std::span(findings).subspan(i),
                              interruption() == 0 ? outcome.error().sentence() : kInterrupted);
    }
    findings[i].set_replay(told(outcome.value()));
    progress.meter().advance();
  }
}

// What a replay contradicts is no finding any more.
void take_back_refuted(Results& results) {
  const auto is_refuted = [](const Finding& finding) {
    return finding.replay() && finding.replay()->outcome == Replay::Outcome::refuted;
  };
  std::copy_if(results.findings.begin(), results.findings.end(),
               std::back_inserter(results.refuted), is_refuted);
  std::erase_if(results.findings, is_refuted);
}

// What is looked for, and in what.
struct Check {
  const CheckOptions& options;
  const Plan& plan;
  const std::vector<PlaceSequence>& orders;
  const std::vector<std::string>& command;
  StandardInput& input;
  ExitStatuses& exits;  // of the program, not of its children
};

// For runs that are made to see whether something shows, most of which show nothing: who spins
// until somebody stops it is not waited for as long as after a bug.
SessionLimits limits_of_trials(const CheckOptions& options, double seconds_of_run) {
  constexpr double kAtLeast = 1, kRuns = 10;
  SessionLimits limits = options.limits;
  const double enough = std::max(kAtLeast, kRuns * seconds_of_run);
  limits.stuck = std::min(limits.stuck, enough);
  limits.run_on = std::min(limits.run_on, enough);
  limits.times_as_long = kRuns;
  return limits;
}

// What other orders of a trial show, and a replay confirms. It is a run beside the recorded one, so
// that nothing else is told of it; but what a replay refutes is wrong wherever it comes from.
std::optional<Report> predict_from_trial(const TrialRun& trial, const std::string& how,
                                         std::set<std::string>& known, const Check& check,
                                         const RunOptions& options, double seconds_of_run) {
  RunOptions run = options;
  run.orders = find_sites(trial.trace, check.orders).orders;
  const TraceFacts facts(trial.trace);
  Results results = find_bugs(facts, check.plan, run);
  tell_times(results, trial.trace);
  std::erase_if(results.findings, [&](const Finding& finding) {
    return !known.insert(bug_key(trial.trace, finding.proved().claim())).second;
  });
  if (results.findings.empty()) return std::nullopt;
  results.trace_path = trial.path;
  results.options = check.options.search.repeat;
  results.can_replay = true;
  results.trial = TrialNote{how, "", TrialNote::Tells::predictions};
  const Harm harm(trial.trace);
  replay_all(facts, check.plan, check.options, run, harm, seconds_of_run, results.findings);
  take_back_refuted(results);
  std::erase_if(results.findings, [](const Finding& finding) {
    return finding.status() != FindingStatus::confirmed;
  });
  if (!run.harmless) set_harmless_aside(harm, results);
  results.undecided.clear();
  results.engines.clear();
  if (results.findings.empty() && results.refuted.empty()) return std::nullopt;
  return report_of_trial(trial.trace, results, source_options(check.options.search));
}

// What threads do when one of them is held, as far as it is looked for: `seconds` for each kind of
// trial.
std::vector<Report> try_out(const Trace& trace, const Results& results, const CheckOptions& options,
                            const Setting& setting, const SessionLimits& limits, double seconds,
                            bool is_first, TrialStage::Predict predict) {
  const auto is_wanted = [&](BugKind kind) {
    return std::ranges::find(results.kinds, kind) != results.kinds.end();
  };
  TrialStage stage{setting,
                   limits,
                   seconds,
                   trial_files(results.trace_path, "trial"),
                   source_options(options.search),
                   std::move(predict)};
  std::vector<Report> reports;
  if (is_wanted(BugKind::use_after_free) || is_wanted(BugKind::double_free))
    reports = run_trials(trace, results, stage);
  if (!is_wanted(BugKind::atomicity) && !is_wanted(BugKind::deadlock)) return reports;
  stage.file = trial_files(results.trace_path, "step");
  // Who asks for more runs gets them in full; the first one has all that are left.
  constexpr uint64_t kLeastSeeds = 9;
  if (is_first && options.runs < kLeastSeeds) stage.other_runs = kLeastSeeds - options.runs;
  stage.first_other_seed = options.seed + options.runs;
  std::ranges::move(run_step_trials(trace, results, stage), std::back_inserter(reports));
  return reports;
}

// One run to one report.
Result<Report> check_one_run(const Check& check, const RunToCheck& which, RecordedRun& recorded) {
  const CheckOptions& options = check.options;
  const Plan& plan = check.plan;
  const auto begin = Clock::now();
  Result<RecordedRun> run_made = record(options, check.command, check.input, which);
  if (!run_made) return run_made.error();
  recorded = std::move(run_made).value();
  const std::string& path = recorded.trace;
  const double seconds_of_run = std::chrono::duration<double>(Clock::now() - begin).count();

  // Beyond this point there is a trace, and it is one that a run can have left.
  auto progress = std::make_unique<Progress>("foreweave: reading " + path, Progress::Unit::bytes);
  const Result<Trace> read = read_trace(path, options.search.run.jobs, &progress->meter());
  progress.reset();
  if (!read) return read.error();
  const Trace& trace = read.value();
  if (const Status valid = validate(trace); !valid) return valid.error();

  // Beyond this point what is a bug is fixed: each has a witness that the checker accepted.
  RunOptions run = run_options(options.search);
  SitesOfOrders sites = find_sites(trace, check.orders);
  warn_of_missing_places(sites.missing);
  run.orders = std::move(sites.orders);
  if (!run.time_limit) run.time_limit = time_for_prediction(seconds_of_run);
  const TraceFacts facts(trace);
  Results results = find_bugs(facts, plan, run);  // nothing, if we are to end
  tell_times(results, trace);
  results.trace_path = path;
  results.options = options.search.repeat;
  results.can_replay = true;

  // Beyond this point it is known which of them were seen to happen.
  const Harm harm(trace);
  const auto replays_begin = Clock::now();
  replay_all(facts, plan, options, run, harm, seconds_of_run, results.findings);
  const bool is_program = which.child.empty();
  if (is_program) results.other_status = check.exits.add(trace, path);
  const auto time_left = [&] {
    return time_for_replays(options, seconds_of_run) -
           std::chrono::duration<double>(Clock::now() - replays_begin).count();
  };
  const Result<Setting> setting = setting_of(trace, {}, Belief::own);
  const SessionLimits limits = limits_of_trials(options, seconds_of_run);
  if (options.replays && setting)
    results.stale = confirm_stale_uses(trace, setting.value(), limits);
  results.interruptions =
      find_interruptions(trace, options.replays && setting ? &setting.value() : nullptr, limits,
                         time_for_trials(seconds_of_run));
  take_back_refuted(results);
  set_held_up_aside(results);
  if (!run.harmless) set_harmless_aside(harm, results);
  Report report = make_report(trace, results, source_options(options.search));
  if (std::optional<Report> first =
          is_program ? check.exits.report_on_first(trace, source_options(options.search))
                     : std::nullopt)
    report = merge_reports(std::move(report), std::move(*first));

  // Beyond this point everything comes from runs in which a thread was held.
  if (options.replays && setting) {
    const double seconds = std::min(time_left(), time_for_trials(seconds_of_run));
    const TrialStage::Predict predict = [&](const TrialRun& trial, const std::string& how,
                                            std::set<std::string>& known) {
      return predict_from_trial(trial, how, known, check, run, seconds_of_run);
    };
    for (Report& shown : try_out(trace, results, options, setting.value(), limits, seconds,
                                 which.seed == options.seed, predict)) {
      shown.trace_file = report.trace_file;  // its findings say which trace they are in
      report = merge_reports(std::move(report), std::move(shown));
    }
  }
  return report;
}

// Children that have threads are recorded in runs of their own, from their fork on.
constexpr size_t kMostChildren = 8;

Report check_children(const Check& check, uint64_t seed, const RecordedRun& recorded,
                      Report report) {
  std::vector<Descent> children = recorded.threaded_children;
  std::ranges::sort(children);
  if (recorded.threaded_children_count > kMostChildren)
    warn(fmt::format("{} children have threads; {} of them are checked",
                     recorded.threaded_children_count, std::min(children.size(), kMostChildren)));
  children.resize(std::min(children.size(), kMostChildren));
  for (const Descent& child : children) {
    if (interruption() != 0) break;
    std::fprintf(stderr, "foreweave: the program runs again, for its child %s\n",
                 text_of(child).c_str());
    RecordedRun of_child;
    Result<Report> more = check_one_run(check, {seed, child}, of_child);
    if (more)
      report = merge_reports(std::move(report), std::move(more).value());
    else
      warn(fmt::format("child {} is not checked: {}", text_of(child), more.error().sentence()));
  }
  return report;
}

// The reports that one wants to have afterwards.
struct KeptReport {
  ReportFormat format;
  std::string path;
};
std::vector<KeptReport> kept_reports(const std::string& folder) {
  return {{ReportFormat::html, folder + "/report.html"},
          {ReportFormat::json, folder + "/report.json"}};
}

Status protect_baseline(const CheckOptions& options) {
  for (const KeptReport& kept : kept_reports(options.folder))
    if (same_file(options.report.baseline, kept.path))
      return Error{
          "is the baseline, and the report of this check would replace it: copy it "
          "elsewhere, or choose another --folder",
          kept.path};
  return Done{};
}

Status can_keep_reports(const CheckOptions& options) {
  for (const KeptReport& kept : kept_reports(options.folder))
    if (Status writable = Output(kept.path).can_write(); !writable) return writable;
  return Done{};
}

// Something that we rely on is wrong: an engine, a fact, the recording.
int complain_of_refuted(const Report& report, bool is_strict, int status) {
  const size_t n = report.refuted.size();
  if (n == 0) return status;
  complain(
      "foreweave",
      fmt::format("{}{} {} refuted by replay, and {} not reported: something that the prediction "
                  "rests on is wrong there",
                  is_strict ? "" : "warning: ", n, n == 1 ? "finding was" : "findings were",
                  n == 1 ? "is" : "are"),
      kExitFine);
  return is_strict ? kExitFailed : status;
}

// What the report says of a check that did not come to its end.
void add_interruption(Report& report) {
  report.losses.push_back(
      {"check_cut_short", std::string(name(Severity::weaker)),
       fmt::format("signal ({}) ended the check before its end", strsignal(interruption())), 1});
}

int check(CheckOptions options) {
  // What the command line asks for, before any work is done for it.
  const Result<Reporting> reporting = Reporting::prepare(options.report);
  if (!reporting) return fail(reporting.error(), kExitBadInput);
  const Result<Plan> plan = make_plan(options.search.plan, registry());
  if (!plan) return fail(plan.error(), kExitBadInput);
  const Result<std::vector<PlaceSequence>> orders = read_orders(options.search.order);
  if (!orders) return fail(orders.error(), kExitBadInput);
  for (const Status& fits : {protect_baseline(options), make_folder(options.folder)})
    if (!fits) return fail(fits.error(), kExitBadInput);
  for (const Status& writable : {can_keep_reports(options), reporting.value().can_write()})
    if (!writable) return fail(writable.error(), kExitFailed);

  // A source becomes a program. Beyond this point there is something to run.
  std::vector<std::string> command = options.command;
  if (is_source(command[0])) {
    const Result<std::string> program = compile_source(command[0], options.folder);
    if (!program) return fail(program.error(), kExitBadInput);
    command[0] = program.value();
    // In "prog.cc -- args" the dashes end the options, and are none of the program's arguments.
    if (command.size() > 1 && command[1] == "--") command.erase(command.begin() + 1);
  }

  if (const Status recordable = can_be_recorded(command); !recordable)
    return fail(recordable.error(), kExitBadInput);

  // Every seed is a run of its own; what they show is one report.
  Report all;
  StandardInput input;
  ExitStatuses exits;
  const Check what{options, plan.value(), orders.value(), command, input, exits};
  note_interruptions();
  for (uint32_t i = 0; i < options.runs && interruption() == 0; ++i) {
    RecordedRun recorded;
    Result<Report> one = check_one_run(what, {options.seed + i, {}}, recorded);
    if (!one && interruption() != 0) break;
    if (!one && i == 0) return fail(one.error(), kExitBadInput);
    if (!one) {
      warn(fmt::format("{}; the report is of {} of {} runs", one.error().sentence(), i,
                       options.runs));
      break;
    }
    Report both = options.replays
                      ? check_children(what, options.seed + i, recorded, std::move(one).value())
                      : std::move(one).value();
    all = i == 0 ? std::move(both) : merge_reports(std::move(all), std::move(both));
  }
  if (interruption() != 0) add_interruption(all);
  warn_of_losses(all.losses);

  // The report that was asked for, and those that one wants to have afterwards.
  all = reporting.value().filter(std::move(all));
  int status = reporting.value().write(all);
  for (const auto& [format, path] : kept_reports(options.folder)) {
    const std::string text = render(all, format, {.version = FOREWEAVE_VERSION});
    if (const Status written = Output(path).write(text); !written)
      status = fail(written.error(), kExitFailed);
    else if (format == ReportFormat::html)
      std::fprintf(stderr, "foreweave: to look at it in a browser: %s\n", path.c_str());
  }
  status = complain_of_refuted(all, options.strict, status);
  return interruption() == 0 ? status : 128 + interruption();
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<CheckOptions>();
  options->search.run.jobs = available_cpus();
  options->report.exit_code = kExitBugsFound;
  CLI::App* command = app.add_subcommand(
      "check", "Run a program, predict its concurrency bugs, make them happen, and report");
  command->footer(
      "Examples: foreweave check -- ./server --port 0\n"
      "          foreweave check prog.cpp -- args    compiles it first\n"
      "Traces and reports (report.html, report.json) go into the folder of --folder. The "
      "program's\n"
      "own output goes to standard error.\n"
      "Exit status: 0 nothing found, 66 bugs found, 2 bad usage or input, 1 anything else,\n"
      "128 + N ended by signal N, after what was found so far is reported.");
  command->add_option("--folder", options->folder, "For traces and reports")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Of the first run; see foreweave record")
      ->capture_default_str();
  command->add_option("--runs", options->runs, "That many runs, with one seed after the other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      ->add_option("--timeout", options->timeout,
                   "Kill the program after that many seconds while it is recorded; 0: never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--max-events", options->max_events,
                   "Stop recording (not the program) after that many events; 0: never")
      ->capture_default_str();
  command
      ->add_option("--exit-grace", options->exit_grace,
                   "Seconds at most that other threads get before the program ends; 0: none")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command->add_flag("!--no-replay", options->replays,
                    "Only predict; every finding stays predicted");
  command->add_flag("--strict", options->strict,
                    "Fail if a replay refutes a finding, which shows a mistake of Foreweave's");
  command
      ->add_option(
          "--replay-time", options->replay_time,
          "Seconds for the replays of a run; without it 120, or 50 times as long as the run took")
      ->check(CLI::PositiveNumber);
  command->add_option("--attempts", options->attempts, "Replays of each finding at most")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  command
      ->add_option("--run-on", options->limits.run_on,
                   "Seconds that a replayed program may run on after its bug")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag(
      "--keep-environment", options->keeps_environment,
      "Keep the values of all environment variables in the trace; see foreweave record");
  add_search_options(*command, options->search);
  add_source_options(*command, options->search);
  add_reporting_options(*command, options->report);
  command->add_option("COMMAND", options->command, "The program and its arguments, behind --")
      ->required();
  command->positionals_at_end();
  command->callback([options, command, &exit_status] {
    finish_search_options(*command, options->search);
    const Status placed = is_source(options->command[0])
                              ? refuse_options_behind(*command, options->command)
                              : Status(Done{});
    exit_status = placed ? check(*options) : fail(placed.error(), kExitBadInput);
  });
}

}  // namespace foreweave
