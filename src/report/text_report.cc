#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/event_text.h"
#include "report/held_locks.h"
#include "report/witness_view.h"

namespace foreweave {

namespace {

constexpr size_t kListedPairs = 10;

using Out = std::back_insert_iterator<std::string>;

std::string_view title(BugKind kind) {
  switch (kind) {
    case BugKind::race:
      return "data race";
    case BugKind::deadlock:
      return "deadlock";
    case BugKind::atomicity:
      return "atomicity violation";
    case BugKind::use_after_free:
      return "use after free";
    case BugKind::double_free:
      return "double free";
    case BugKind::null:
      return "null dereference";
    case BugKind::order:
      return "order violation";
  }
  return "bug";
}

std::string lock_list(const Trace& trace, const std::vector<HeldLock>& held) {
  if (held.empty()) return "no lock";
  std::vector<std::string> names;
  for (const HeldLock& h : held) {
    const std::string lock = printable(trace.operand_name(h.acquired));
    const bool shared = is_shared_mode(trace.kind(h.acquired));
    names.push_back(fmt::format("{}{} (since {})", lock, shared ? " in shared mode" : "",
                                place_text(trace, h.acquired)));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// "x" if both touch x, else "x and x+4": the accesses of a race may overlap only partly.
std::string what_is_touched(const Trace& trace, std::span<const FindingSite> sites) {
  std::vector<std::string> names;
  for (const FindingSite& site : sites) {
    std::string operand = printable(trace.operand_name(site.event));
    if (std::find(names.begin(), names.end(), operand) == names.end())
      names.push_back(std::move(operand));
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

void print_finding(Out out, const Trace& trace, const Finding& finding,
                   std::span<const std::vector<HeldLock>> held, TextStyle style) {
  const std::string heading =
      fmt::format("{}: predicted {} on {}", finding.id(), title(finding.kind()),
                  what_is_touched(trace, finding.sites()));
  if (style.colours)
    fmt::format_to(out, "\x1b[1;31m{}\x1b[0m\n", heading);
  else
    fmt::format_to(out, "{}\n", heading);

  for (size_t i = 0; i < finding.sites().size(); ++i) {
    const FindingSite& site = finding.sites()[i];
    fmt::format_to(out, "  {} by {} at {}, event {}\n", site.access, printable(site.thread),
                   place_text(trace, site.event), site.event.value);
    fmt::format_to(out, "      holding {}\n", lock_list(trace, held[i]));
  }

  const WitnessView view = view_witness(trace, finding.proved());
  fmt::format_to(out, "  found by {}; the checker accepted this witness under the model {} ({}):\n",
                 finding.engine(), name(finding.proved().model()),
                 view.events == 0 ? "both can come first"
                                  : fmt::format("{}, {}", counted(view.events, "event"),
                                                counted(view.segments, "segment")));
  for (const std::string& line : view.lines) fmt::format_to(out, "    {}\n", line);
  fmt::format_to(out, "\n");
}

void print_undecided(Out out, const Trace& trace, const Results& results, UndecidedPair::Why why,
                     std::string_view verdict) {
  const size_t n = results.undecided_because(why);
  if (n == 0) return;
  std::vector<std::string_view> engines;
  for (const UndecidedPair& pair : results.undecided) {
    if (pair.why != why) continue;
    if (std::find(engines.begin(), engines.end(), pair.engine) == engines.end())
      engines.push_back(pair.engine);
  }
  fmt::format_to(out, "{} {} {}\n", counted(n, "pair of sites", "pairs of sites"),
                 n == 1 ? "is" : "are",
                 fmt::format(fmt::runtime(verdict), fmt::join(engines, ", ")));
  size_t listed = 0;
  for (const UndecidedPair& pair : results.undecided) {
    if (pair.why != why) continue;
    if (listed++ == kListedPairs) {
      fmt::format_to(out, "  and {} more\n", n - kListedPairs);
      break;
    }
    std::vector<std::string> sites;
    for (const EventId e : pair.events)
      sites.push_back(
          fmt::format("{} at {} (event {})", access_text(trace, e), place_text(trace, e), e.value));
    fmt::format_to(out, "  {}\n", fmt::join(sites, ", "));
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
  fmt::format_to(out,
                 "To check the witnesses with a program that contains no engine:\n"
                 "  foreweave predict --engine {} --format json -o results.json {}\n"
                 "  foreweave-witness {} results.json\n\n",
                 engine_list(results), path, path);
}

void print_counts(Out out, const Results& results) {
  for (const EngineRun& run : results.engines)
    fmt::format_to(
        out, "{}: {} at {}\n", run.name,
        counted(run.instances, "unordered pair of accesses", "unordered pairs of accesses"),
        counted(run.site_pairs, "pair of sites", "pairs of sites"));
}

void print_summary(Out out, const Trace& trace, const Results& results) {
  std::string found = "no data race";
  if (const size_t n = results.findings.size(); n > 0) found = counted(n, "data race");
  uint64_t cut = 0;
  for (const EngineRun& run : results.engines) cut += run.site_pairs_cut;
  fmt::format_to(out, "SUMMARY: foreweave: {} predicted by {} from {} of {}", found,
                 engine_list(results), counted(trace.size(), "event"),
                 counted(trace.thread_count(), "thread"));
  if (const size_t n = results.undecided.size(); n > 0)
    fmt::format_to(out, "; {} undecided", counted(n, "pair of sites", "pairs of sites"));
  if (cut > 0)
    fmt::format_to(out, "; the search for {} was cut by --max-attempts",
                   counted(cut, "pair", "pairs"));
  fmt::format_to(out, "\n");
}

}  // namespace

std::string text_report(const Trace& trace, const Results& results, TextStyle style) {
  std::vector<EventId> events;
  for (const Finding& finding : results.findings)
    for (const FindingSite& site : finding.sites()) events.push_back(site.event);
  const std::vector<std::vector<HeldLock>> held = locks_held_at(trace, events);

  std::string text;
  const Out out(text);
  std::span<const std::vector<HeldLock>> rest(held);
  for (const Finding& finding : results.findings) {
    print_finding(out, trace, finding, rest.first(finding.sites().size()), style);
    rest = rest.subspan(finding.sites().size());
  }
  print_undecided(out, trace, results, UndecidedPair::Why::no_witness,
                  "unordered by {}, but no witness was found; not reported as bugs:");
  print_undecided(out, trace, results, UndecidedPair::Why::possible,
                  "possible as far as locks go ({}); no witness, not reported as bugs:");
  print_how_to_check(out, results);
  print_counts(out, results);
  print_summary(out, trace, results);
  return text;
}

}  // namespace foreweave
