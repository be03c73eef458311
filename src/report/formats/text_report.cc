#include "report/formats/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/describe/places.h"
#include "report/describe/source_lines.h"
#include "report/formats/finding_text.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

constexpr size_t kListedBugs = 10;

using Out = std::back_insert_iterator<std::string>;
using Why = UndecidedBug::Why;

// A possible race is a pair of sites; for bugs of several kinds there is no such word.
bool only_races(const Report& report) {
  return report.kinds.size() == 1 && report.kinds[0] == BugKind::race;
}

std::string counted_possible(const Report& report, uint64_t n) {
  return only_races(report) ? counted(n, "pair of sites", "pairs of sites")
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
      return "neither proved nor ruled out by {}; not reported as bugs:";
    case Why::budget:
      return "undecided because --budget ended the search of {}; not reported as bugs:";
    case Why::attempts:
      return "undecided because {} tried only --max-attempts instances; not reported as bugs:";
    case Why::no_effect:
      return "proved to be able to happen, but no bug unless it does harm, and none was seen; not "
             "reported";
    case Why::held_up:
      return "undecided because the program, replayed, waited for what the witness has later, or "
             "went another "
             "way behind code that was not recorded: something unseen may order it; not reported "
             "as bugs:";
    case Why::unseen:
      return "undecided because {} may write there or order threads, which is known of libraries "
             "that are "
             "built with foreweave-cc; not reported as bugs:";
  }
  return "";
}

std::string undecided_text(const ReportedUndecided& bug) {
  std::vector<std::string> sites;
  for (const ReportedEvent& site : bug.sites)
    sites.push_back(
        fmt::format("{} at {} (event {})", site.access, place_text(site.place), site.event));
  const std::string list = printable(fmt::format("{}", fmt::join(sites, ", ")));
  return bug.kind == BugKind::race ? list : fmt::format("{}: {}", title(bug.kind), list);
}

uint64_t undecided_because(const Report& report, Why why) {
  const auto found = report.undecided.find(why);
  return found == report.undecided.end() ? 0 : found->second;
}

void print_undecided(Out out, const Report& report, Why why) {
  const uint64_t n = undecided_because(report, why);
  if (n == 0) return;
  std::vector<std::string> engines;
  for (const ReportedUndecided& bug : report.undecided_listed)
    if (bug.why == why && std::find(engines.begin(), engines.end(), bug.engine) == engines.end())
      engines.push_back(bug.engine);
  if (why == Why::unseen) engines = report.unseen_libraries;
  if (engines.empty()) engines.push_back("code that was not recorded");
  fmt::format_to(out, "{} {} {}\n", counted_possible(report, n), n == 1 ? "is" : "are",
                 fmt::format(fmt::runtime(verdict(why)),
                             printable(fmt::format("{}", fmt::join(engines, ", ")))));
  if (why == Why::no_effect) return void(fmt::format_to(out, "\n"));  // nothing to do for anybody
  uint64_t listed = 0;
  for (const ReportedUndecided& bug : report.undecided_listed) {
    if (bug.why != why || listed == kListedBugs) continue;
    ++listed;
    fmt::format_to(out, "  {}\n", undecided_text(bug));
  }
  if (n > listed) fmt::format_to(out, "  and {} more\n", n - listed);
  fmt::format_to(out, "\n");
}

void print_refuted(Out out, const Report& report) {
  const size_t n = report.refuted.size();
  if (n == 0) return;
  fmt::format_to(out, "{} taken back, because a replay contradicts {}; not reported as {}:\n",
                 counted(n, "finding was", "findings were"), n == 1 ? "it" : "them",
                 n == 1 ? "a bug" : "bugs");
  for (const ReportedRefuted& refuted : report.refuted)
    fmt::format_to(out, "  {}: {} {} ({}, model {}): {}\n", printable(refuted.id),
                   title(refuted.kind), printable(refuted.subject), printable(refuted.engine),
                   printable(refuted.model), printable(refuted.why));
  fmt::format_to(out, "\n");
}

// Without them the report shows no lines of these files.
void print_missing_sources(Out out, const Report& report) {
  std::vector<std::string> missing;
  for (const ReportedSource& source : report.sources)
    if (source.state == SourceState::not_found) missing.push_back(printable(source.file));
  if (missing.empty()) return;
  const size_t shown = std::min(missing.size(), kListedBugs);
  const std::string more =
      missing.size() > shown ? fmt::format(" and {} more", missing.size() - shown) : "";
  missing.resize(shown);
  fmt::format_to(out, "No source was found of {}{}; --source-root names the folder to look in.\n\n",
                 fmt::join(missing, ", "), more);
}

// Files that are there, but may be something else than what was compiled.
void print_hidden_sources(Out out, const Report& report) {
  bool is_any = false;
  for (const ReportedSource& source : report.sources)
    if (const std::string why = why_not_shown(source); !why.empty()) {
      fmt::format_to(out, "{}.\n", printable(why));
      is_any = true;
    }
  if (is_any) fmt::format_to(out, "\n");
}

void print_notes(Out out, const Report& report) {
  for (const std::string& note : report.notes)
    fmt::format_to(out, "Note: {}.\n\n", printable(note));
}

// Each once: a report of several runs has them all for each.
std::string engine_list(const Report& report) {
  std::vector<std::string> names;
  for (const ReportedEngine& run : report.engines)
    if (std::find(names.begin(), names.end(), run.name) == names.end()) names.push_back(run.name);
  return fmt::format("{}", fmt::join(names, ","));
}

void print_how_to_check(Out out, const Report& report) {
  if (std::all_of(report.findings.begin(), report.findings.end(),
                  [](const ReportedFinding& f) { return f.is_of_recorded_run(); }) ||
      report.trace_file == "-" || !report.is_of_one_trace())
    return;
  const std::string path = printable(shell_word(report.trace_file));
  const std::string options = report.options.empty() ? "" : printable(report.options) + " ";
  fmt::format_to(out,
                 "To check the witnesses with a program that contains no engine:\n"
                 "  foreweave predict {}--format json -o results.json {}\n"
                 "  foreweave-witness {} results.json\n\n",
                 options, path, path);
}

void print_kind_counts(Out out, const ReportedEngine& run, const KindRun& kind) {
  fmt::format_to(out, "{}: {} possible {}: {} proved, {} ruled out, {} undecided", run.name,
                 kind.candidates, title(kind.kind, kind.candidates), kind.proved, kind.refuted,
                 kind.undecided());
  if (kind.left_out > 0) fmt::format_to(out, "; {} left out", kind.left_out);
  if (kind.witnesses_refused > 0)
    fmt::format_to(out, "; the checker refused {}",
                   counted(kind.witnesses_refused, "witness", "witnesses"));
  fmt::format_to(out, "\n");
}

bool has_nothing(const KindRun& kind) { return kind.candidates == 0 && kind.left_out == 0; }

// "no deadlock, use after free or null dereference under the model branch": another model may know
// of some.
void print_nothing(Out out, const ReportedEngine& run) {
  std::vector<std::string_view> kinds;
  for (const KindRun& kind : run.kinds)
    if (has_nothing(kind)) kinds.push_back(title(kind.kind));
  if (kinds.empty()) return;
  const std::string_view last = kinds.back();
  kinds.pop_back();
  fmt::format_to(out, "{}: no {}{}{} under the model {}\n", run.name, fmt::join(kinds, ", "),
                 kinds.empty() ? "" : " or ", last, run.model);
}

void print_counts(Out out, const Report& report) {
  for (const ReportedEngine& run : report.engines) {
    if (!run.note.empty()) fmt::format_to(out, "{}\n", run.note);
    for (const KindRun& kind : run.kinds)
      if (!has_nothing(kind)) print_kind_counts(out, run, kind);
    print_nothing(out, run);
    if (!run.kinds.empty()) continue;
    fmt::format_to(
        out, "{}: {} at {}{}\n", run.name,
        counted(run.instances, "unordered pair of accesses", "unordered pairs of accesses"),
        counted(run.site_pairs, "pair of sites", "pairs of sites"),
        run.left_out > 0 ? fmt::format("; {} left out", run.left_out) : "");
  }
}

// "2 data races, 1 deadlock", "no data race", "no bug".
// "1 failure, 2 data races": of some of the findings.
std::string count_kinds(const Report& report, auto&& is_counted) {
  std::vector<std::string> found;
  for (size_t k = 0; k <= static_cast<size_t>(BugKind::failure); ++k) {
    const BugKind kind = static_cast<BugKind>(k);
    const auto n =
        std::count_if(report.findings.begin(), report.findings.end(),
                      [&](const ReportedFinding& f) { return f.kind == kind && is_counted(f); });
    if (n > 0) found.push_back(fmt::format("{} {}", n, title(kind, static_cast<uint64_t>(n))));
  }
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string what_was_found(const Report& report) {
  using F = const ReportedFinding&;
  const std::string seen =
      count_kinds(report, [](F f) { return f.is_of_recorded_run() && !f.is_of_trial(); });
  const std::string in_trials = count_kinds(report, [](F f) { return f.is_of_trial(); });
  const std::string predicted = count_kinds(report, [](F f) { return !f.is_of_recorded_run(); });
  const std::string none =
      fmt::format("no {}", report.kinds.size() == 1 ? title(report.kinds[0]) : "bug");
  return fmt::format("{}{}{} predicted", seen.empty() ? "" : seen + " in the recorded run, ",
                     in_trials.empty() ? "" : in_trials + " in other runs, ",
                     predicted.empty() ? none : predicted);
}

// What limits kept the search from.
void print_cuts(Out out, const Report& report) {
  uint64_t cut = 0, left_out = 0;
  for (const ReportedEngine& run : report.engines) {
    cut += run.site_pairs_cut;
    left_out += run.left_out;
    for (const KindRun& kind : run.kinds) {
      cut += kind.cut;
      left_out += kind.left_out;
    }
  }
  if (cut > 0)
    fmt::format_to(out, "; the search for {} was cut by {}--max-attempts",
                   only_races(report) ? counted(cut, "pair") : counted(cut, "possible bug"),
                   undecided_because(report, Why::budget) > 0 ? "--budget or " : "");
  if (left_out > 0) fmt::format_to(out, "; {} left out", counted(left_out, "possible bug"));
}

void print_summary(Out out, const Report& report) {
  const std::string engines = engine_list(report);  // none, if the check was cut short
  fmt::format_to(out, "SUMMARY: foreweave: {}{} from {} of {}", what_was_found(report),
                 engines.empty() ? "" : " by " + engines, counted(report.events, "event"),
                 counted(report.threads, "thread"));
  if (const auto n = std::count_if(report.findings.begin(), report.findings.end(),
                                   [](const ReportedFinding& f) {
                                     return f.status == FindingStatus::confirmed &&
                                            !f.is_of_recorded_run();
                                   });
      n > 0)
    fmt::format_to(out, "; {} confirmed by replay", n);
  if (!report.refuted.empty()) fmt::format_to(out, "; {} refuted by replay", report.refuted.size());
  if (report.suppressed > 0) fmt::format_to(out, "; {} suppressed", report.suppressed);
  if (report.known) fmt::format_to(out, "; {} known from the baseline", *report.known);
  if (const uint64_t n = report.undecided_count(); n > 0)
    fmt::format_to(out, "; {} undecided", counted_possible(report, n));
  print_cuts(out, report);
  fmt::format_to(out, "\n");
}

}  // namespace

std::string text_report(const Report& report, TextStyle style) {
  std::string text;
  for (const ReportedFinding& finding : report.findings)
    text += finding_text(report, finding, style);
  const Out out(text);
  for (const Why why : UndecidedBug::kReasons) print_undecided(out, report, why);
  print_refuted(out, report);
  print_missing_sources(out, report);
  print_hidden_sources(out, report);
  print_notes(out, report);
  print_how_to_check(out, report);
  print_counts(out, report);
  print_summary(out, report);
  return text;
}

}  // namespace foreweave
