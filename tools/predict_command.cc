#include "predict_command.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/parallel.h"
#include "events/read_trace.h"
#include "events/validate.h"
#include "order_file.h"
#include "prediction_plan.h"
#include "progress.h"
#include "report/make_report.h"
#include "reporting.h"
#include "run_engines.h"
#include "tool.h"

namespace foreweave {

namespace {

struct PredictOptions {
  std::string trace;
  PlanRequest plan;
  RunOptions run;
  std::string order;
  std::string repeat;  // the options that decide what is found, as the user gave them
  std::vector<std::string> source_roots;
  ReportingOptions report;
};

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

// What must not happen, if the user said so; none otherwise.
Result<std::vector<PlaceSequence>> read_orders(const std::string& path) {
  if (path.empty()) return std::vector<PlaceSequence>();
  const Result<FileContents> file = read_file(path);
  if (!file) return file.error();
  return parse_orders(file.value().text(), input_name(path));
}

void warn_of_missing_places(const std::vector<std::string>& places) {
  for (const std::string& place : places)
    complain("foreweave",
             fmt::format("warning: no event of the trace is at {}, so that its order is not looked "
                         "for",
                         place),
             kExitFine);
}

void warn_of_losses(const Losses& losses) {
  for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i) {
    const Loss loss = static_cast<Loss>(i);
    if (losses.count(loss) == 0) continue;
    const std::string_view means = consequence(info(loss).severity);
    complain("foreweave",
             fmt::format("{}: {} {}{}", means.empty() ? "note" : "warning", losses.count(loss),
                         info(loss).what, means.empty() ? "" : fmt::format("; {}", means)),
             kExitFine);
  }
}

// The command line and the files it names fit together: all that can be known before any work.
Result<Plan> check_request(const PredictOptions& options, const Reporting& reporting) {
  const Result<Plan> plan = make_plan(options.plan, registry());
  if (!plan) return plan;
  if (const Status apart = reporting.protect(options.trace, "the trace itself"); !apart)
    return apart.error();
  if (const Status apart = reporting.protect(options.order, "the file of --order"); !apart)
    return apart.error();
  if (options.trace == "-" && options.order == "-")
    return Error{"the trace and the orders cannot both be standard input", ""};
  return plan;
}

int predict(const PredictOptions& options) {
  // What the command line asks for, before any work is done for it.
  const Result<Reporting> reporting = Reporting::prepare(options.report);
  if (!reporting) return fail(reporting.error(), kExitBadInput);
  Result<Plan> request = check_request(options, reporting.value());
  if (!request) return fail(request.error(), kExitBadInput);
  Plan& plan = request.value();
  const Result<std::vector<PlaceSequence>> orders = read_orders(options.order);
  if (!orders) return fail(orders.error(), kExitBadInput);
  if (const Status writable = reporting.value().can_write(); !writable)
    return fail(writable.error(), kExitFailed);

  // File to trace. Beyond this point nothing is read any more.
  auto progress = std::make_unique<Progress>("foreweave: reading " + options.trace);
  const Result<Trace> read = read_trace(options.trace);
  if (!read) return progress.reset(), fail(read.error(), kExitBadInput);
  const Trace& trace = read.value();

  // Beyond this point the trace is one that a run can have left.
  const Status valid = validate(trace);
  progress.reset();
  if (!valid) return fail(valid.error(), kExitBadInput);
  warn_of_losses(trace.losses());

  // Beyond this point it is fixed which engine does what.
  fit_to_trace(plan, trace, registry());
  SitesOfOrders sites = find_sites(trace, orders.value());
  warn_of_missing_places(sites.missing);
  RunOptions run = options.run;
  run.orders = std::move(sites.orders);

  // Trace to candidates to proofs, one engine after the other. Beyond this point what is a finding
  // and what is undecided is fixed.
  EngineRunner runner(trace, registry(), run);
  FindingSet found(trace);
  Results results;
  results.trace_path = options.trace;
  results.options = options.repeat;
  results.kinds = plan.kinds;
  for (const PlannedEngine& engine : plan.engines)
    results.engines.push_back(runner.run(engine, plan, found));
  results.findings = found.take_findings();
  results.undecided = found.take_undecided();

  // Findings to a report.
  return reporting.value().deliver(
      make_report(trace, results, {.source_roots = options.source_roots}));
}

// For the report's hint how to get its findings again.
std::string given_options(const CLI::App& command) {
  std::vector<std::string> words;
  for (const char* name : {"--engine", "--bugs", "--order", "--max-attempts", "--budget",
                           "--local-distance", "--time-limit"})
    if (const CLI::Option* option = command.get_option(name); option->count() > 0)
      words.push_back(fmt::format("{} {}", name, option->results().back()));
  return fmt::format("{}", fmt::join(words, " "));
}

void add_search_options(CLI::App& command, PredictOptions& options) {
  command
      .add_option("--engine", options.plan.engines,
                  "Engines to run, separated by commas; also auto and all; see foreweave engines")
      ->capture_default_str();
  command.add_option("--bugs", options.plan.bugs,
                     "Kinds of bugs to look for, separated by commas: race, deadlock, atomicity, "
                     "uaf, null, order; without it, all that the engines know, "
                     "order only with --order");
  command.add_option("--order", options.order,
                     "A file that says what must not happen: places in the order in which they "
                     "must not be reached, one such order a line, as in: cache.c:40 < cache.c:12");
  command
      .add_option("--max-attempts", options.run.max_attempts,
                  "Instances to try for each possible bug (for a race, each pair of sites)")
      ->check(CLI::Range(1u, 1000000u))
      ->capture_default_str();
  command
      .add_option("--budget", options.run.budget,
                  "Work for each possible bug, in steps of the engine that decides it; when it is "
                  "used up, the bug stays undecided. Not a time, so that results are the same on "
                  "every machine")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 60))
      ->capture_default_str();
  command
      .add_option("--local-distance", options.run.local_distance,
                  "For atomicity: how many events of a thread may lie between two accesses that "
                  "are taken to belong together")
      ->check(CLI::Range(1u, 1000000000u))
      ->capture_default_str();
  command
      .add_option("--time-limit", options.run.time_limit,
                  "Seconds after which nothing more is decided; results then depend on the machine")
      ->check(CLI::Range(0.001, 1e9));
  command
      .add_option("-j,--jobs", options.run.jobs,
                  "Threads that decide possible bugs; results do not depend on it. Without it, one "
                  "a CPU")
      ->check(CLI::Range(1u, 1024u));
}

void add_output_options(CLI::App& command, PredictOptions& options) {
  add_reporting_options(command, options.report);
  command.add_option("--source-root", options.source_roots,
                     "A folder to look for source files in that are not where they were compiled; "
                     "may be given several times");
  command.add_flag("--stats", options.run.stats,
                   "Print times to standard error, and add them to JSON");
}

}  // namespace

void add_predict_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<PredictOptions>();
  options->run.jobs = available_cpus();
  options->report.exit_code = kExitBugsFound;
  CLI::App* command = app.add_subcommand(
      "predict", "Predict the bugs that other interleavings of a recorded run would show");
  command->add_option("TRACE", options->trace, "A trace, .fwt or STD; - is standard input")
      ->required();
  add_search_options(*command, *options);
  add_output_options(*command, *options);
  command->callback([options, command, &exit_status] {
    options->plan.has_order = !options->order.empty();
    options->repeat = given_options(*command);
    exit_status = predict(*options);
  });
}

}  // namespace foreweave
