#include "report/formats/formats.h"

#include "report/formats/html_report.h"
#include "report/formats/json_report.h"
#include "report/formats/junit_report.h"
#include "report/formats/perfetto_report.h"
#include "report/formats/sarif_report.h"
#include "report/formats/text_report.h"

namespace foreweave {

namespace {

constexpr ReportFormat kFormats[] = {ReportFormat::text,     ReportFormat::json,
                                     ReportFormat::sarif,    ReportFormat::html,
                                     ReportFormat::perfetto, ReportFormat::junit};

}  // namespace

std::string_view name(ReportFormat format) {
  switch (format) {
    case ReportFormat::text:
      return "text";
    case ReportFormat::json:
      return "json";
    case ReportFormat::sarif:
      return "sarif";
    case ReportFormat::html:
      return "html";
    case ReportFormat::perfetto:
      return "perfetto";
    case ReportFormat::junit:
      return "junit";
  }
  return "";
}

std::optional<ReportFormat> report_format_from_name(std::string_view text) {
  for (const ReportFormat format : kFormats)
    if (name(format) == text) return format;
  return {};
}

std::span<const ReportFormat> report_formats() { return kFormats; }

std::string render(const Report& report, ReportFormat format, const RenderOptions& options) {
  switch (format) {
    case ReportFormat::text:
      return text_report(report, options.style);
    case ReportFormat::json:
      return json_report(report);
    case ReportFormat::sarif:
      return sarif_report(report, options.version);
    case ReportFormat::html:
      return html_report(report, options.version);
    case ReportFormat::perfetto:
      return perfetto_report(report);
    case ReportFormat::junit:
      return junit_report(report);
  }
  return "";
}

}  // namespace foreweave
