#include "commands/predict_command.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "checking/set_aside.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "options/reporting.h"
#include "options/search_options.h"
#include "progress.h"
#include "report/make/make_report.h"
#include "search/find_bugs.h"
#include "tool.h"

namespace foreweave {

namespace {

struct PredictOptions {
  std::string trace;
  SearchOptions search;
  ReportingOptions report;
};

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

bool says_what_was_run(const Trace& trace) {
  const auto attachments = trace.attachments();
  return std::any_of(attachments.begin(), attachments.end(),
                     [](const Attachment& a) { return a.name == "program"; });
}

// The command line and the files it names fit together: all that can be known before any work.
Result<Plan> check_request(const PredictOptions& options, const Reporting& reporting) {
  const Result<Plan> plan = make_plan(options.search.plan, registry());
  if (!plan) return plan;
  if (const Status apart = reporting.protect(options.trace, "the trace itself"); !apart)
    return apart.error();
  if (const Status apart = reporting.protect(options.search.order, "the file of --order"); !apart)
    return apart.error();
  if (options.trace == "-" && options.search.order == "-")
    return Error{"the trace and the orders cannot both be standard input", ""};
  return plan;
}

int predict(const PredictOptions& options) {
  // What the command line asks for, before any work is done for it.
  const Result<Reporting> reporting = Reporting::prepare(options.report);
  if (!reporting) return fail(reporting.error(), kExitBadInput);
  const Result<Plan> plan = check_request(options, reporting.value());
  if (!plan) return fail(plan.error(), kExitBadInput);
  const Result<std::vector<PlaceSequence>> orders = read_orders(options.search.order);
  if (!orders) return fail(orders.error(), kExitBadInput);
  if (const Status writable = reporting.value().can_write(); !writable)
    return fail(writable.error(), kExitFailed);

  // File to trace. Beyond this point nothing is read any more.
  auto progress =
      std::make_unique<Progress>("foreweave: reading " + options.trace, Progress::Unit::bytes);
  Result<Trace> read = read_trace(options.trace, options.search.run.jobs, &progress->meter());
  if (!read) return progress.reset(), fail(read.error(), kExitBadInput);
  const Trace& trace = made_until_exit<Trace>(std::move(read).value());

  // Beyond this point the trace is one that a run can have left.
  const Status valid = validate(trace);
  progress.reset();
  if (!valid) return fail(valid.error(), kExitBadInput);
  warn_of_losses(describe_losses(trace.losses()));

  // Trace to candidates to proofs. Beyond this point what is a finding and what is undecided is
  // fixed.
  SitesOfOrders sites = find_sites(trace, orders.value());
  warn_of_missing_places(sites.missing);
  RunOptions run = run_options(options.search);
  run.orders = std::move(sites.orders);
  const TraceFacts& facts = made_until_exit<TraceFacts>(trace);
  Results& results = made_until_exit<Results>(find_bugs(facts, plan.value(), run));
  tell_times(results, trace);
  if (!run.harmless) set_harmless_aside(Harm(trace), results);
  results.trace_path = options.trace;
  results.options = options.search.repeat;
  // A replay reads the trace and the orders again.
  results.can_replay =
      options.trace != "-" && options.search.order != "-" && says_what_was_run(trace);

  // Findings to a report.
  Report report = make_report(trace, results, source_options(options.search));
  // What the trace lacks was told above.
  for (const ReportedLoss& loss : report.losses)
    if (loss.name == kAssumedThreadOrders) warn_of_losses({loss});
  return reporting.value().deliver(std::move(report));
}

}  // namespace

void add_predict_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<PredictOptions>();
  options->search.run.jobs = available_cpus();
  options->report.exit_code = kExitBugsFound;
  CLI::App* command = app.add_subcommand(
      "predict", "Predict the bugs that other interleavings of a recorded run would show");
  command->footer(
      "Examples: foreweave predict traces/server-1.fwt\n"
      "          foreweave predict --bugs race,deadlock --format json -o bugs.json server-1.fwt\n"
      "Exit status: 0 nothing found, 66 bugs found, 2 bad usage or input, 1 anything else.");
  command->add_option("TRACE", options->trace, "A trace, .fwt or STD; - is standard input")
      ->required();
  add_search_options(*command, options->search);
  add_source_options(*command, options->search);
  add_reporting_options(*command, options->report);
  command->callback([options, command, &exit_status] {
    finish_search_options(*command, options->search);
    exit_status = predict(*options);
  });
}

}  // namespace foreweave
