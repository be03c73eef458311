#include "predict_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "events/read_trace.h"
#include "events/validate.h"
#include "output.h"
#include "predict/streaming/engines.h"
#include "progress.h"
#include "prove/construct/construct.h"
#include "report/finding_set.h"
#include "report/json_report.h"
#include "report/text_report.h"
#include "tool.h"

namespace foreweave {

namespace {

struct PredictOptions {
  std::string trace;
  std::string engines = "syncp";
  std::string bugs = "race";
  std::string format = "text";
  std::string output;
  int exit_code = kExitBugsFound;
  uint32_t max_attempts = ScanOptions().attempts_per_site_pair;
  bool stats = false;
};

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> items;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    items.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

Result<std::vector<const Engine*>> choose_engines(const std::string& list) {
  const auto all = streaming_engines();
  std::vector<const Engine*> chosen;
  for (const std::string& name : split(list)) {
    if (name == "all") {
      chosen.insert(chosen.end(), all.begin(), all.end());
    } else if (const Engine* engine = find_engine(name)) {
      chosen.push_back(engine);
    } else {
      std::vector<std::string_view> names;
      for (const Engine* e : all) names.push_back(e->info().name);
      return Error{fmt::format("there is no engine \"{}\"; there are {} and all", name,
                               fmt::join(names, ", ")),
                   ""};
    }
  }
  std::vector<const Engine*> once;  // "wcp,all" runs wcp once, and first
  for (const Engine* engine : chosen)
    if (std::find(once.begin(), once.end(), engine) == once.end()) once.push_back(engine);
  return once;
}

Status check_bug_kinds(const std::string& list) {
  for (const std::string& name : split(list)) {
    const auto kind = bug_kind_from_name(name);
    if (!kind) return Error{fmt::format("there is no kind of bug called \"{}\"", name), ""};
    if (*kind != BugKind::race)
      return Error{
          fmt::format("bugs of the kind {} are not predicted by this build, only race is", name),
          ""};
  }
  return Done{};
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

// One engine over the whole trace. What it puts forward is proved at once or stays undecided.
EngineRun run_engine(const Engine& engine, const Trace& trace, const PredictOptions& options,
                     Prover& prover, FindingSet& found) {
  const EngineInfo& about = engine.info();
  const Progress progress(fmt::format("foreweave: {} scans {} events", about.name, trace.size()));
  const auto start = std::chrono::steady_clock::now();

  const bool possible_only = about.yes == Yes::possible;
  const ScanOptions scan_options{.attempts_per_site_pair =
                                     possible_only ? 1 : options.max_attempts};
  const ScanStats stats = engine.scan(trace, scan_options, [&](const Suspect& suspect) {
    if (found.has_proof_of(suspect.claim)) return true;
    if (possible_only) {
      found.add_undecided(suspect.claim, about.name, UndecidedBug::Why::possible);
      return false;
    }
    if (std::optional<Proved> proved = prover.prove(suspect)) {
      found.add(std::move(*proved), about.name);
      return true;
    }
    found.add_undecided(suspect.claim, about.name, UndecidedBug::Why::no_witness);
    return false;
  });

  EngineRun run;
  run.name = about.name;
  run.model = about.model;
  run.instances = stats.instances;
  run.site_pairs = stats.site_pairs;
  run.site_pairs_cut = possible_only ? 0 : stats.site_pairs_cut;
  if (options.stats) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    run.seconds = elapsed.count();
    fmt::print(stderr, "foreweave: {}: {} events in {:.3f} s, {:.2f} million events a second\n",
               about.name, trace.size(), elapsed.count(),
               static_cast<double>(trace.size()) / 1e6 / std::max(elapsed.count(), 1e-9));
  }
  return run;
}

bool wants_colours(const Output& output) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return output.to_terminal() && (!no_color || !*no_color) &&
         (!terminal || std::string_view(terminal) != "dumb");
}

int predict(const PredictOptions& options) {
  // What the command line asks for, before any work is done for it.
  const Result<std::vector<const Engine*>> engines = choose_engines(options.engines);
  if (!engines) return fail(engines.error(), kExitBadInput);
  if (const Status kinds = check_bug_kinds(options.bugs); !kinds)
    return fail(kinds.error(), kExitBadInput);
  const Output output(options.output);
  if (same_file(options.trace, output.path()))
    return fail({"is the trace itself, and the report would replace it", options.output},
                kExitBadInput);
  if (const Status writable = output.can_write(); !writable)
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

  // Trace to suspects to proofs, one engine after the other. Beyond this point what is a finding
  // and what is undecided is fixed.
  Prover prover(trace);
  FindingSet found(trace);
  Results results;
  results.trace_path = options.trace;
  results.options = fmt::format("--engine {}", options.engines);
  results.kinds = {BugKind::race};
  for (const Engine* engine : engines.value())
    results.engines.push_back(run_engine(*engine, trace, options, prover, found));
  results.findings = found.take_findings();
  results.undecided = found.take_undecided();

  // Findings to a report.
  const std::string report = options.format == "json"
                                 ? json_report(trace, results)
                                 : text_report(trace, results, {.colours = wants_colours(output)});
  if (const Status written = output.write(report); !written)
    return fail(written.error(), kExitFailed);
  return results.findings.empty() ? kExitFine : options.exit_code;
}

}  // namespace

void add_predict_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand(
      "predict", "Predict the bugs that other interleavings of a recorded run would show");
  command->add_option("TRACE", options->trace, "A trace, .fwt or STD; - is standard input")
      ->required();
  command
      ->add_option("--engine", options->engines,
                   "Engines to run, separated by commas, or all; see foreweave engines")
      ->capture_default_str();
  command->add_option("--bugs", options->bugs, "Kinds of bugs, separated by commas: race")
      ->capture_default_str();
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "Write the report to this file");
  command->add_option("--exitcode", options->exit_code, "Exit status if bugs were found")
      ->check(CLI::Range(0, 255))
      ->capture_default_str();
  command
      ->add_option("--max-attempts", options->max_attempts,
                   "Instances to try to prove for each pair of sites")
      ->check(CLI::Range(1u, 1000000u))
      ->capture_default_str();
  command->add_flag("--stats", options->stats,
                    "Print times to standard error, and add them to JSON");
  command->callback([options, &exit_status] { exit_status = predict(*options); });
}

}  // namespace foreweave
