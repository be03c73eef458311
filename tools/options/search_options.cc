#include "options/search_options.h"

#include <fmt/format.h>

#include "base/bytes/file.h"
#include "progress.h"
#include "report/words/event_text.h"
#include "tool.h"

namespace foreweave {

namespace {

// For the report's hint how to get its findings again.
std::string given_options(const CLI::App& command) {
  std::vector<std::string> words;
  for (const char* name : {"--engine", "--bugs", "--order", "--max-attempts", "--budget",
                           "--local-distance", "--time-limit"})
    if (const CLI::Option* option = command.get_option(name); option->count() > 0)
      words.push_back(fmt::format("{} {}", name, shell_word(option->results().back())));
  if (command.get_option("--all-interruptions")->count() > 0)
    words.push_back("--all-interruptions");
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

void add_search_options(CLI::App& command, SearchOptions& options) {
  command.option_defaults()->group("What to look for");
  command
      .add_option("--engine", options.plan.engines,
                  "Engines to run, separated by commas; also auto and all; see foreweave engines")
      ->type_name("LIST")
      ->capture_default_str();
  command
      .add_option("--bugs", options.plan.bugs,
                  "Kinds of bugs to look for, separated by commas: race, deadlock, atomicity, uaf, "
                  "null, order; without it, all that the engines know, order only with --order")
      ->type_name("LIST");
  command.add_option("--order", options.order,
                     "A file that says what must not happen: places in the order in which they "
                     "must not be reached, one such order a line, as in: cache.c:40 < cache.c:12");
  command
      .add_option("--max-attempts", options.run.max_attempts,
                  fmt::format("Instances to try for each possible bug (for a race, each pair of "
                              "sites). Without it {} of what a scan puts forward, {} of what is "
                              "decided one by one",
                              options.run.scan_attempts(), options.run.decide_attempts()))
      ->check(CLI::Range(1u, 1000000u));
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
  command.add_flag("--all-interruptions", options.run.all_interruptions,
                   "For atomicity: also what the recorded run did itself without harm, and values "
                   "that are read again under the lock of whoever writes them");
  command.add_flag("--harmless", options.run.harmless,
                   "For atomicity: also what can happen and is not known to do harm");
  command
      .add_option("--time-limit", options.run.time_limit,
                  "Seconds after which nothing more is decided; results then depend on the "
                  "machine. Without "
                  "it, check takes 120, or 20 times as long as the run took")
      ->check(CLI::Range(0.001, 1e9));
  command
      .add_option("-j,--jobs", options.run.jobs,
                  "Threads that decide possible bugs, two of which also read the trace; results do "
                  "not depend on it. Without it, one a CPU")
      ->check(CLI::Range(1u, 1024u));
  command.add_flag("--stats", options.run.stats,
                   "Print times to standard error, and add them to JSON");
  command.option_defaults()->group("Options");
}

void add_source_options(CLI::App& command, SearchOptions& options, const std::string& trust) {
  command
      .add_option("--source-root", options.source_roots,
                  "A folder to look for source files in that are not where they were compiled; may "
                  "be given several times")
      ->type_name("DIR");
  command.add_flag("--trust", options.trusts_trace, trust);
}

ReportOptions source_options(const SearchOptions& options) {
  return {.source_roots = options.source_roots, .trusts_source_paths = options.trusts_trace};
}

void finish_search_options(const CLI::App& command, SearchOptions& options) {
  options.plan.has_order = !options.order.empty();
  options.repeat = given_options(command);
}

// What must not happen, if the user said so; none otherwise.
Result<std::vector<PlaceSequence>> read_orders(const std::string& path) {
  if (path.empty()) return std::vector<PlaceSequence>();
  const Result<FileContents> file = read_file(path);
  if (!file) return file.error();
  return parse_orders(file.value().text(), input_name(path));
}

RunOptions run_options(const SearchOptions& options) {
  RunOptions run = options.run;
  run.watch = [](const Stage& stage) -> std::shared_ptr<Meter> {
    std::string_view what = "scans";
    Progress::Unit unit = Progress::Unit::events;
    if (stage.doing == Stage::Doing::finding_candidates)
      what = "looks for possible bugs", unit = Progress::Unit::searches;
    else if (stage.doing == Stage::Doing::deciding)
      what = "decides", unit = Progress::Unit::possible_bugs;
    const auto progress =
        std::make_shared<Progress>(fmt::format("foreweave: {} {}", stage.engine, what), unit);
    return {progress, &progress->meter()};
  };
  return run;
}

void tell_times(const Results& results, const Trace& trace) {
  for (const EngineRun& run : results.engines)
    if (run.seconds)
      fmt::print(stderr, "foreweave: {}: {} events in {:.3f} s, {:.2f} million events a second\n",
                 run.name, trace.size(), *run.seconds,
                 static_cast<double>(trace.size()) / 1e6 / std::max(*run.seconds, 1e-9));
}

void warn_of_missing_places(const std::vector<std::string>& places) {
  for (const std::string& place : places)
    complain("foreweave",
             fmt::format("warning: no event of the trace is at {}, so that its order is not looked "
                         "for",
                         place),
             kExitFine);
}

}  // namespace foreweave
