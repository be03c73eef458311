#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/event_text.h"
#include "report/finding_text.h"
#include "report/held_locks.h"

namespace foreweave {

namespace {

constexpr size_t kListedBugs = 10;

using Out = std::back_insert_iterator<std::string>;
using Why = UndecidedBug::Why;

void print_findings(std::string& text, const Trace& trace, const Results& results,
                    TextStyle style) {
  std::vector<EventId> events;
  for (const Finding& finding : results.findings)
    for (const FindingSite& site : finding.sites()) events.push_back(site.event);
  const std::vector<std::vector<HeldLock>> held = locks_held_at(trace, events);

  std::span<const std::vector<HeldLock>> rest(held);
  for (const Finding& finding : results.findings) {
    text += finding_text(trace, finding, rest.first(finding.sites().size()), style);
    rest = rest.subspan(finding.sites().size());
  }
}

// A possible race is a pair of sites; for bugs of several kinds there is no such word.
bool only_races(const Results& results) {
  return results.kinds.size() == 1 && results.kinds[0] == BugKind::race;
}

std::string counted_possible(const Results& results, uint64_t n) {
  return only_races(results) ? counted(n, "pair of sites", "pairs of sites")
                             : counted(n, "possible bug");
}

// What is to be said of undecided bugs; {} are the engines.
std::string_view verdict(Why why) {
  switch (why) {
    case Why::no_witness:
      return "unordered by {}, but no witness was found; not reported as bugs:";
    case Why::possible:
      return "possible as far as locks go ({}); no witness, not reported as bugs:";
    case Why::incomplete:
      return "neither proved nor refuted by {}; not reported as bugs:";
    case Why::budget:
      return "undecided because --budget ended the search of {}; not reported as bugs:";
    case Why::attempts:
      return "undecided because {} tried only --max-attempts instances; not reported as bugs:";
  }
  return "";
}

std::string undecided_text(const Trace& trace, const Claim& claim) {
  std::vector<std::string> sites;
  for (const auto& [e, role] : events_in_roles(trace, claim))
    sites.push_back(
        fmt::format("{} at {} (event {})", access_text(trace, e), place_text(trace, e), e.value));
  const std::string list = fmt::format("{}", fmt::join(sites, ", "));
  return claim.kind == BugKind::race ? list : fmt::format("{}: {}", title(claim.kind), list);
}

void print_undecided(Out out, const Trace& trace, const Results& results, Why why) {
  const size_t n = results.undecided_because(why);
  if (n == 0) return;
  std::vector<std::string_view> engines;
  for (const UndecidedBug& bug : results.undecided)
    if (bug.why == why && std::find(engines.begin(), engines.end(), bug.engine) == engines.end())
      engines.push_back(bug.engine);
  fmt::format_to(out, "{} {} {}\n", counted_possible(results, n), n == 1 ? "is" : "are",
                 fmt::format(fmt::runtime(verdict(why)), fmt::join(engines, ", ")));
  size_t listed = 0;
  for (const UndecidedBug& bug : results.undecided) {
    if (bug.why != why) continue;
    if (listed++ == kListedBugs) {
      fmt::format_to(out, "  and {} more\n", n - kListedBugs);
      break;
    }
    fmt::format_to(out, "  {}\n", undecided_text(trace, bug.claim));
  }
  fmt::format_to(out, "\n");
}

std::string engine_list(const Results& results) {
  std::vector<std::string_view> names;
  for (const EngineRun& run : results.engines) names.push_back(run.name);
  return fmt::format("{}", fmt::join(names, ","));
}

void print_how_to_check(Out out, const Results& results) {
  if (results.findings.empty() || results.trace_path == "-") return;
  const std::string path = printable(results.trace_path);
  const std::string options = results.options.empty() ? "" : printable(results.options) + " ";
  fmt::format_to(out,
                 "To check the witnesses with a program that contains no engine:\n"
                 "  foreweave predict {}--format json -o results.json {}\n"
                 "  foreweave-witness {} results.json\n\n",
                 options, path, path);
}

void print_kind_counts(Out out, const EngineRun& run, const KindRun& kind) {
  fmt::format_to(out, "{}: {} possible {}", run.name, kind.candidates,
                 title(kind.kind, kind.candidates));
  if (kind.candidates > 0)
    fmt::format_to(out, ": {} proved, {} refuted, {} undecided", kind.proved, kind.refuted,
                   kind.undecided());
  if (kind.left_out > 0) fmt::format_to(out, "; {} left out", kind.left_out);
  if (kind.witnesses_refused > 0)
    fmt::format_to(out, "; the checker refused {}",
                   counted(kind.witnesses_refused, "witness", "witnesses"));
  fmt::format_to(out, "\n");
}

void print_counts(Out out, const Results& results) {
  for (const EngineRun& run : results.engines) {
    if (!run.note.empty()) fmt::format_to(out, "{}\n", run.note);
    for (const KindRun& kind : run.kinds) print_kind_counts(out, run, kind);
    if (!run.kinds.empty()) continue;
    fmt::format_to(
        out, "{}: {} at {}\n", run.name,
        counted(run.instances, "unordered pair of accesses", "unordered pairs of accesses"),
        counted(run.site_pairs, "pair of sites", "pairs of sites"));
  }
}

// "2 data races, 1 deadlock", "no data race", "no bug".
std::string what_was_found(const Results& results) {
  std::vector<std::string> found;
  for (size_t k = 0; k <= static_cast<size_t>(BugKind::order); ++k) {
    const BugKind kind = static_cast<BugKind>(k);
    const auto n = std::count_if(results.findings.begin(), results.findings.end(),
                                 [&](const Finding& f) { return f.kind() == kind; });
    if (n > 0) found.push_back(fmt::format("{} {}", n, title(kind, static_cast<uint64_t>(n))));
  }
  if (!found.empty()) return fmt::format("{}", fmt::join(found, ", "));
  return fmt::format("no {}", results.kinds.size() == 1 ? title(results.kinds[0]) : "bug");
}

// What limits kept the search from.
void print_cuts(Out out, const Results& results) {
  uint64_t cut = 0, left_out = 0;
  for (const EngineRun& run : results.engines) {
    cut += run.site_pairs_cut;
    for (const KindRun& kind : run.kinds) {
      cut += kind.cut;
      left_out += kind.left_out;
    }
  }
  if (cut > 0)
    fmt::format_to(out, "; the search for {} was cut by {}--max-attempts",
                   only_races(results) ? counted(cut, "pair") : counted(cut, "possible bug"),
                   results.undecided_because(Why::budget) > 0 ? "--budget or " : "");
  if (left_out > 0) fmt::format_to(out, "; {} left out", counted(left_out, "possible bug"));
}

void print_summary(Out out, const Trace& trace, const Results& results) {
  fmt::format_to(out, "SUMMARY: foreweave: {} predicted by {} from {} of {}",
                 what_was_found(results), engine_list(results), counted(trace.size(), "event"),
                 counted(trace.thread_count(), "thread"));
  if (const size_t n = results.undecided.size(); n > 0)
    fmt::format_to(out, "; {} undecided", counted_possible(results, n));
  print_cuts(out, results);
  fmt::format_to(out, "\n");
}

}  // namespace

std::string text_report(const Trace& trace, const Results& results, TextStyle style) {
  std::string text;
  print_findings(text, trace, results, style);
  const Out out(text);
  for (const Why why : UndecidedBug::kReasons) print_undecided(out, trace, results, why);
  print_how_to_check(out, results);
  print_counts(out, results);
  print_summary(out, trace, results);
  return text;
}

}  // namespace foreweave
