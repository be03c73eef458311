#include "commands/merge_command.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes/file.h"
#include "options/reporting.h"
#include "report/formats/json_report.h"
#include "report/merge_reports.h"

namespace foreweave {

namespace {

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

int merge(const std::vector<std::string>& parts, const ReportingOptions& options) {
  const Result<Reporting> reporting = Reporting::prepare(options);
  if (!reporting) return fail(reporting.error(), kExitBadInput);
  Report all;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (const Status apart = reporting.value().protect(parts[i], "one of the parts"); !apart)
      return fail(apart.error(), kExitBadInput);
    const Result<FileContents> file = read_file(parts[i]);
    if (!file) return fail(file.error(), kExitBadInput);
    Result<Report> part = read_json_report(file.value().text(), input_name(parts[i]));
    if (!part) return fail(part.error(), kExitBadInput);
    all = i == 0 ? std::move(part).value() : merge_reports(std::move(all), std::move(part).value());
  }
  if (const Status writable = reporting.value().can_write(); !writable)
    return fail(writable.error(), kExitFailed);
  return reporting.value().deliver(std::move(all));
}

}  // namespace

void add_merge_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<ReportingOptions>();
  auto parts = std::make_shared<std::vector<std::string>>();
  options->format = "json";
  CLI::App* command = app.add_subcommand("merge", "Unite JSON reports; each bug is in it once");
  command->footer(
      "Example: foreweave merge -o all.json test-1/report.json test-2/report.json\n"
      "Exit status: 0 fine, --exitcode if it has bugs, 2 bad usage or input, 1 anything else.");
  command->add_option("PART", *parts, "JSON reports, as foreweave check and predict write them")
      ->required();
  add_reporting_options(*command, *options);
  command->callback([options, parts, &exit_status] { exit_status = merge(*parts, *options); });
}

}  // namespace foreweave
