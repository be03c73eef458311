// foreweave-witness: checks every finding of a JSON report against the trace it is about. Contains
// no engine: only the trace reader and the checker, so that believing a report means believing
// these.

#include <fmt/format.h>

#include "base/bytes/file.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "options/help_formatter.h"
#include "output.h"
#include "prove/check/check.h"
#include "results_file.h"
#include "tool.h"

namespace foreweave {

namespace {

constexpr std::string_view kTool = "foreweave-witness";

int check_results(const std::string& trace_path, const std::string& results_path) {
  const Result<Trace> trace = read_trace(trace_path);
  if (!trace) return complain(kTool, trace.error().sentence(), kExitBadInput);
  // A witness over a trace that no run can have left would prove nothing.
  if (const Status valid = validate(trace.value()); !valid)
    return complain(kTool, valid.error().sentence(), kExitBadInput);

  const Result<FileContents> results = read_file(results_path);
  if (!results) return complain(kTool, results.error().sentence(), kExitBadInput);
  const TraceFacts facts(trace.value());
  Result<std::vector<ClaimedFinding>> findings =
      read_claimed_findings(results.value().text(), facts, input_name(results_path));
  if (!findings) return complain(kTool, findings.error().sentence(), kExitBadInput);

  std::string answers;
  bool all_accepted = true;
  const Checker checker(trace.value());
  for (ClaimedFinding& finding : findings.value()) {
    const Result<Proved> proved = checker.check(
        facts.under(finding.model), std::move(finding.claim), std::move(finding.witness));
    all_accepted = all_accepted && proved.ok();
    answers += fmt::format("{}: {}\n", finding.id,
                           proved ? "accepted" : "refused: " + proved.error().sentence());
  }
  if (const Status written = Output("").write(answers); !written)
    return complain(kTool, written.error().sentence(), kExitFailed);
  return all_accepted ? kExitFine : kExitFailed;
}

}  // namespace

}  // namespace foreweave

int main(int argc, char** argv) {
  using namespace foreweave;
  return run_tool(kTool, [&] {
    CLI::App app("Checks the witnesses in a report of foreweave against the trace it is about.",
                 std::string(kTool));
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", "foreweave-witness " FOREWEAVE_VERSION);
    app.footer(
        "Example: foreweave-witness traces/server-1.fwt bugs.json\n"
        "Exit status: 0 all findings accepted, 1 one refused, 2 bad usage or input.");
    std::string trace, results;
    int exit_status = kExitFine;
    app.add_option("TRACE", trace, "The trace, .fwt or STD; - is standard input")->required();
    app.add_option("RESULTS", results, "What foreweave predict --format json wrote")->required();
    app.callback([&] { exit_status = check_results(trace, results); });
    return parse_and_run(app, argc, argv, exit_status);
  });
}
