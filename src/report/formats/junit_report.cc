#include "report/formats/junit_report.h"

#include <fmt/format.h>

#include <iterator>

#include "report/formats/finding_text.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

// XML has no way to write most control characters.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      out += '?';
    else
      out += c;
  }
  return out;
}

std::string heading(const ReportedFinding& finding) {
  return fmt::format("{} {} {}", name(finding.status), title(finding.kind), finding.subject);
}

}  // namespace

std::string junit_report(const Report& report) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  const auto out = std::back_inserter(xml);
  const size_t tests = report.findings.empty() ? 1 : report.findings.size();
  fmt::format_to(out, "<testsuites tests=\"{}\" failures=\"{}\">\n", tests, report.findings.size());
  fmt::format_to(out, " <testsuite name=\"foreweave: {}\" tests=\"{}\" failures=\"{}\">\n",
                 escaped(report.trace_file), tests, report.findings.size());
  fmt::format_to(out,
                 "  <properties>\n"
                 "   <property name=\"events\" value=\"{}\"/>\n"
                 "   <property name=\"undecided\" value=\"{}\"/>\n"
                 "   <property name=\"refuted\" value=\"{}\"/>\n"
                 "   <property name=\"suppressed\" value=\"{}\"/>\n",
                 report.events, report.undecided_count(), report.refuted.size(), report.suppressed);
  for (const std::string& note : report.notes)
    fmt::format_to(out, "   <property name=\"note\" value=\"{}\"/>\n", escaped(note));
  for (const ReportedLoss& loss : report.losses)
    fmt::format_to(out, "   <property name=\"loss: {}\" value=\"{}\"/>\n", escaped(loss.name),
                   loss.count);
  fmt::format_to(out, "  </properties>\n");
  for (const ReportedFinding& finding : report.findings) {
    const SourcePlace& place = finding.sites.front().place;
    fmt::format_to(out,
                   "  <testcase classname=\"foreweave.{}\" name=\"{}: {}\" file=\"{}\" "
                   "line=\"{}\">\n",
                   name(finding.kind), escaped(finding.id), escaped(heading(finding)),
                   escaped(place.file), place.line);
    fmt::format_to(out, "   <failure type=\"{}\" message=\"{}\">{}</failure>\n", name(finding.kind),
                   escaped(heading(finding)), escaped(finding_text(report, finding, {})));
    fmt::format_to(out, "  </testcase>\n");
  }
  if (report.findings.empty())
    fmt::format_to(out, "  <testcase classname=\"foreweave\" name=\"no bug predicted\"/>\n");
  fmt::format_to(out, " </testsuite>\n</testsuites>\n");
  return xml;
}

}  // namespace foreweave
