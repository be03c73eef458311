#include "report/make/suppressions.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/describe/places.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

constexpr std::string_view kForeign[] = {"thread", "mutex", "signal", "called_from_lib"};

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Whether the whole text is what the pattern says, where * stands for anything.
bool matches_whole(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = pattern.npos, star_at = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_at = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++star_at;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

std::string file_and_line(const SourcePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

bool matches_place(std::string_view pattern, const SourcePlace& place) {
  return (!place.function.empty() && matches_pattern(pattern, place.function)) ||
         (!place.file.empty() &&
          (matches_pattern(pattern, place.file) || matches_pattern(pattern, file_and_line(place))));
}

bool matches_site(std::string_view pattern, const ReportedEvent& site) {
  return matches_place(pattern, site.place) ||
         std::any_of(site.stack.begin(), site.stack.end(),
                     [&](const SourcePlace& frame) { return matches_place(pattern, frame); });
}

bool is_known_kind(std::string_view kind) {
  return bug_kind_from_name(kind).has_value() || kind == "race_top";
}

}  // namespace

bool matches_pattern(std::string_view pattern, std::string_view text) {
  const bool from_start = pattern.starts_with('^'), to_end = pattern.ends_with('$');
  if (from_start) pattern.remove_prefix(1);
  if (to_end) pattern.remove_suffix(1);
  return matches_whole(fmt::format("{}{}{}", from_start ? "" : "*", pattern, to_end ? "" : "*"),
                       text);
}

Result<std::vector<Suppression>> parse_suppressions(std::string_view text,
                                                    const std::string& file) {
  std::vector<Suppression> rules;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const size_t colon = line.find(':');
    const std::string_view kind = trimmed(line.substr(0, colon));
    const bool foreign =
        std::find(std::begin(kForeign), std::end(kForeign), kind) != std::end(kForeign);
    const std::string where = fmt::format("{}:{}", file, number);
    if (colon == line.npos || trimmed(line.substr(colon + 1)).empty())
      return Error{"is no suppression: a kind of bug, a colon and a pattern, as in race:log_line",
                   where};
    if (!foreign && !is_known_kind(kind))
      return Error{
          fmt::format("there is no kind of bug \"{}\"; there are race, race_top, deadlock, "
                      "atomicity, uaf, double-free, null and order",
                      printable(kind)),
          where};
    rules.push_back({std::string(line), std::string(kind),
                     std::string(trimmed(line.substr(colon + 1))), foreign});
  }
  return rules;
}

bool suppresses(const Suppression& rule, const ReportedFinding& finding) {
  if (rule.foreign) return false;
  const bool top = rule.kind == "race_top";
  if ((top ? "race" : rule.kind) != name(finding.kind)) return false;
  for (const ReportedEvent& site : finding.sites)
    if (top ? matches_place(rule.pattern, site.innermost()) : matches_site(rule.pattern, site))
      return true;
  return !top && std::any_of(finding.objects.begin(), finding.objects.end(),
                             [&](const ReportedObject& object) {
                               return matches_pattern(rule.pattern, object.name);
                             });
}

void suppress(Report& report, const std::vector<Suppression>& rules) {
  const size_t first = report.suppressions.size();
  for (const Suppression& rule : rules) report.suppressions.push_back({rule.rule, 0});
  report.suppressed += std::erase_if(report.findings, [&](const ReportedFinding& finding) {
    for (size_t i = 0; i < rules.size(); ++i) {
      if (!suppresses(rules[i], finding)) continue;
      ++report.suppressions[first + i].count;
      return true;
    }
    return false;
  });
}

std::string suppressions_for(const Report& report) {
  std::string text;
  for (const ReportedFinding& finding : report.findings) {
    const ReportedEvent& site = finding.sites.front();
    const SourcePlace& place = own_place(site.place, site.stack);
    text += fmt::format("# {}: {} {}\n{}:^{}$\n", printable(finding.id), title(finding.kind),
                        printable(finding.subject), name(finding.kind),
                        printable(place.function.empty() ? file_and_line(place) : place.function));
  }
  return text;
}

}  // namespace foreweave
