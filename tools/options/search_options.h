// What to look for and how hard: the options of every command that predicts.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "options/order_file.h"
#include "report/findings/results.h"
#include "report/make/make_report.h"
#include "search/engine_runner.h"
#include "search/plan.h"

namespace foreweave {

struct SearchOptions {
  PlanRequest plan;
  RunOptions run;
  std::string order;   // a file of what must not happen
  std::string repeat;  // the options that decide what is found, as the user gave them
  std::vector<std::string> source_roots;
  bool trusts_trace = false;
};

// Everything that decides what is found: `predict`, `check` and `replay` have them all.
void add_search_options(CLI::App& command, SearchOptions& options);
// Where to look for the lines that a report shows.
void add_source_options(CLI::App& command, SearchOptions& options,
                        const std::string& trust =
                            "Believe the trace: show source files also if "
                            "it does not say what the compiler saw in "
                            "them");
ReportOptions source_options(const SearchOptions& options);
// In the command's callback, when it is known what the user gave.
void finish_search_options(const CLI::App& command, SearchOptions& options);

// `options.run`, with its stages shown on a terminal.
RunOptions run_options(const SearchOptions& options);
// To standard error, if they were asked for.
void tell_times(const Results& results, const Trace& trace);

// What must not happen, if the user said so; none otherwise.
Result<std::vector<PlaceSequence>> read_orders(const std::string& path);
void warn_of_missing_places(const std::vector<std::string>& places);

}  // namespace foreweave
