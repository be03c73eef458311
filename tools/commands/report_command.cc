#include "commands/report_command.h"

#include <memory>

#include "base/bytes/file.h"
#include "options/reporting.h"
#include "report/formats/json_report.h"
#include "tool.h"

namespace foreweave {

namespace {

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

int convert(const std::string& path, const ReportingOptions& options) {
  const Result<Reporting> reporting = Reporting::prepare(options);
  if (!reporting) return fail(reporting.error(), kExitBadInput);
  if (const Status apart = reporting.value().protect(path, "what it is made of"); !apart)
    return fail(apart.error(), kExitBadInput);
  const Result<FileContents> file = read_file(path);
  if (!file) return fail(file.error(), kExitBadInput);
  Result<Report> report = read_json_report(file.value().text(), input_name(path));
  if (!report) return fail(report.error(), kExitBadInput);
  if (const Status writable = reporting.value().can_write(); !writable)
    return fail(writable.error(), kExitFailed);
  warn_of_losses(report.value().losses);
  return reporting.value().deliver(std::move(report).value());
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<ReportingOptions>();
  auto results = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "report", "Turn a JSON report into another format, or leave something out of it");
  command
      ->add_option("RESULTS", *results,
                   "What foreweave predict --format json wrote; - is standard input")
      ->required();
  add_reporting_options(*command, *options);
  command->footer(
      "Example: foreweave report results.json --format html -o results.html\n"
      "Exit status: 0 fine, --exitcode if it has bugs, 2 bad usage or input, 1 anything else.");
  command->callback(
      [options, results, &exit_status] { exit_status = convert(*results, *options); });
}

}  // namespace foreweave
