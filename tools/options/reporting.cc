#include "options/reporting.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/bytes/file.h"
#include "events/losses.h"
#include "report/baseline.h"
#include "report/formats/json_report.h"
#include "tool.h"

namespace foreweave {

namespace {

bool wants_colours(const Output& output) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return output.to_terminal() && (!no_color || !*no_color) &&
         (!terminal || std::string_view(terminal) != "dumb");
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ReportFormat format : report_formats()) names.emplace_back(name(format));
  return names;
}

}  // namespace

void add_reporting_options(CLI::App& command, ReportingOptions& options) {
  command.option_defaults()->group("The report");
  command
      .add_option(
          "--format", options.format,
          "json is what foreweave report turns into the others; sarif is for code scanning, "
          "junit for build servers, html one file for a browser, perfetto a trace for its "
          "viewer")
      ->check(CLI::IsMember(format_names()))
      ->capture_default_str();
  command.add_option("-o,--output", options.output, "Write the report to this file");
  command.add_option("--suppressions", options.suppressions,
                     "A file of bugs not to report, as ThreadSanitizer reads them: race:log_line; "
                     "may be given several times");
  command.add_flag("--gen-suppressions", options.gen_suppressions,
                   "Write suppressions for all that was found instead of a report");
  command.add_option("--baseline", options.baseline,
                     "A JSON report; what it has is not reported again");
  command.add_option("--exitcode", options.exit_code, "Exit status if bugs are reported")
      ->check(CLI::Range(0, 255))
      ->capture_default_str();
  command.option_defaults()->group("Options");
}

Result<Reporting> Reporting::prepare(const ReportingOptions& options) {
  Reporting reporting(options);
  const std::optional<ReportFormat> format = report_format_from_name(options.format);
  if (!format) return Error{fmt::format("there is no format \"{}\"", options.format), ""};
  reporting.format_ = *format;
  for (const std::string& path : options.suppressions) {
    if (Status apart = reporting.protect(path, "a file of suppressions"); !apart)
      return apart.error();
    const Result<FileContents> file = read_file(path);
    if (!file) return file.error();
    Result<std::vector<Suppression>> rules =
        parse_suppressions(file.value().text(), input_name(path));
    if (!rules) return rules.error();
    for (Suppression& rule : rules.value()) reporting.suppressions_.push_back(std::move(rule));
  }
  if (!options.baseline.empty()) {
    if (Status apart = reporting.protect(options.baseline, "the baseline"); !apart)
      return apart.error();
    const Result<FileContents> file = read_file(options.baseline);
    if (!file) return file.error();
    Result<Report> baseline = read_json_report(file.value().text(), input_name(options.baseline));
    if (!baseline) return baseline.error();
    reporting.baseline_ = std::move(baseline).value();
  }
  return reporting;
}

Status Reporting::protect(const std::string& input, const std::string& what) const {
  if (!same_file(input, output_.path())) return Done{};
  return Error{fmt::format("is {}, and the report would replace it", what), options_.output};
}

Report Reporting::filter(Report report) const {
  if (baseline_) leave_out_known(report, *baseline_);
  if (!suppressions_.empty()) suppress(report, suppressions_);
  for (size_t i = 0; i < suppressions_.size(); ++i)
    if (report.suppressions[report.suppressions.size() - suppressions_.size() + i].count == 0 &&
        !suppressions_[i].foreign)
      complain("foreweave",
               fmt::format("warning: the suppression {} was not used", suppressions_[i].rule),
               kExitFine);
  return report;
}

int Reporting::write(const Report& report) const {
  const std::string text =
      options_.gen_suppressions
          ? suppressions_for(report)
          : render(report, format_,
                   {.style = {.colours = wants_colours(output_)}, .version = FOREWEAVE_VERSION});
  if (const Status written = output_.write(text); !written)
    return complain("foreweave", written.error().sentence(), kExitFailed);
  return report.findings.empty() ? kExitFine : options_.exit_code;
}

void warn_of_losses(const std::vector<ReportedLoss>& losses) {
  for (const ReportedLoss& loss : losses) {
    std::string_view means;
    for (const Severity severity : {Severity::note, Severity::weaker, Severity::doubt})
      if (loss.severity == name(severity)) means = consequence(severity);
    complain("foreweave",
             fmt::format("{}: {} {}{}", means.empty() ? "note" : "warning", loss.count, loss.what,
                         means.empty() ? "" : fmt::format("; {}", means)),
             kExitFine);
  }
}

}  // namespace foreweave
