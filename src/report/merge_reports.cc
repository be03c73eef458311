#include "report/merge_reports.h"

#include <algorithm>
#include <tuple>

namespace foreweave {

namespace {

// Adds what is not there yet, by a name.
template <class T, class Name, class Unite>
void unite(std::vector<T>& all, const std::vector<T>& more, Name name, Unite both) {
  for (const T& one : more) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const T& t) { return name(t) == name(one); });
    if (found == all.end())
      all.push_back(one);
    else
      both(*found, one);
  }
}

bool is_better(const ReportedFinding& a, const ReportedFinding& b) {
  return a.status == FindingStatus::confirmed && b.status != FindingStatus::confirmed;
}

// Threads are called alike in every trace.
void say_which_trace(Report& report) {
  for (ReportedFinding& finding : report.findings)
    if (finding.trace.empty()) finding.trace = report.trace_file;
  for (ReportedThread& thread : report.thread_list)
    if (thread.trace.empty()) thread.trace = report.trace_file;
  for (ReportedRefuted& refuted : report.refuted)
    if (refuted.trace.empty()) refuted.trace = report.trace_file;
}

void add(KindRun& ours, const KindRun& theirs) {
  ours.instances += theirs.instances;
  ours.candidates += theirs.candidates;
  ours.proved += theirs.proved;
  ours.refuted += theirs.refuted;
  ours.cut += theirs.cut;
  ours.left_out += theirs.left_out;
  ours.witnesses_refused += theirs.witnesses_refused;
  if (theirs.find_seconds) ours.find_seconds = ours.find_seconds.value_or(0) + *theirs.find_seconds;
  if (theirs.decide_seconds)
    ours.decide_seconds = ours.decide_seconds.value_or(0) + *theirs.decide_seconds;
}

void add(ReportedEngine& ours, const ReportedEngine& theirs) {
  ours.instances += theirs.instances;
  ours.site_pairs += theirs.site_pairs;
  ours.site_pairs_cut += theirs.site_pairs_cut;
  ours.left_out += theirs.left_out;
  if (theirs.seconds) ours.seconds = ours.seconds.value_or(0) + *theirs.seconds;
  unite(
      ours.kinds, theirs.kinds, [](const KindRun& run) { return run.kind; },
      [](KindRun& one, const KindRun& other) { add(one, other); });
}

}  // namespace

Report merge_reports(Report report, Report more) {
  say_which_trace(report);
  say_which_trace(more);
  if (report.trace_file != more.trace_file) report.trace_file += ", " + more.trace_file;
  report.events += more.events;
  report.threads = std::max(report.threads, more.threads);
  report.locks = std::max(report.locks, more.locks);
  report.locations = std::max(report.locations, more.locations);
  for (const BugKind kind : more.kinds)
    if (std::find(report.kinds.begin(), report.kinds.end(), kind) == report.kinds.end())
      report.kinds.push_back(kind);
  std::sort(report.kinds.begin(), report.kinds.end());

  unite(
      report.findings, more.findings, [](const ReportedFinding& f) { return f.id; },
      [](ReportedFinding& ours, const ReportedFinding& theirs) {
        if (is_better(theirs, ours)) ours = theirs;
      });
  unite(
      report.thread_list, more.thread_list,
      [](const ReportedThread& t) { return std::tie(t.trace, t.name); },
      [](ReportedThread&, const ReportedThread&) {});
  unite(
      report.sources, more.sources, [](const ReportedSource& s) { return s.file; },
      [](ReportedSource& ours, const ReportedSource& theirs) {
        if (theirs.found()) ours.state = SourceState::found;
        ours.lines.insert(theirs.lines.begin(), theirs.lines.end());
      });
  std::sort(report.sources.begin(), report.sources.end(),
            [](const ReportedSource& a, const ReportedSource& b) { return a.file < b.file; });
  unite(
      report.losses, more.losses, [](const ReportedLoss& l) { return l.name; },
      [](ReportedLoss& ours, const ReportedLoss& theirs) { ours.count += theirs.count; });
  unite(
      report.suppressions, more.suppressions, [](const ReportedSuppression& s) { return s.rule; },
      [](ReportedSuppression& ours, const ReportedSuppression& theirs) {
        ours.count += theirs.count;
      });
  for (const std::string& note : more.notes)
    if (std::ranges::find(report.notes, note) == report.notes.end()) report.notes.push_back(note);
  for (const auto& [why, count] : more.undecided) report.undecided[why] += count;
  report.left_out += more.left_out;
  for (const std::string& library : more.unseen_libraries)
    if (std::ranges::find(report.unseen_libraries, library) == report.unseen_libraries.end())
      report.unseen_libraries.push_back(library);
  report.undecided_listed.insert(report.undecided_listed.end(), more.undecided_listed.begin(),
                                 more.undecided_listed.end());
  unite(
      report.engines, more.engines,
      [](const ReportedEngine& e) { return std::tie(e.name, e.model, e.note); },
      [](ReportedEngine& ours, const ReportedEngine& theirs) { add(ours, theirs); });
  report.refuted.insert(report.refuted.end(), more.refuted.begin(), more.refuted.end());
  report.suppressed += more.suppressed;
  if (more.known) report.known = report.known.value_or(0) + *more.known;
  return report;
}

}  // namespace foreweave
