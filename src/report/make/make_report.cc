#include "report/make/make_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/parallel.h"
#include "report/describe/event_describer.h"
#include "report/describe/held_locks.h"
#include "report/describe/places.h"
#include "report/describe/recorded_runs.h"
#include "report/describe/reported_witness.h"
#include "report/describe/source_lines.h"
#include "report/describe/source_names.h"
#include "report/describe/story.h"
#include "report/describe/witness_values.h"
#include "report/make/interruption_report.h"
#include "report/make/misuse_report.h"
#include "report/make/run_end_report.h"
#include "report/make/run_notes.h"
#include "report/make/stale_use_report.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

// An engine that over-approximates may put forward more than anybody reads; all are counted.
constexpr size_t kListedBugsPerReason = 200;
constexpr uint64_t kMostEventsForValues = 50'000'000;  // that differ, gone through once more

class ReportMaker {
 public:
  ReportMaker(const Trace& trace, const Results& results, const ReportOptions& options)
      : trace_(trace),
        results_(results),
        sources_({options.source_roots, hashes_of_places(trace), options.trusts_source_paths}),
        events_(trace, sources_) {}

  Report make() {
    describe_run();
    // The locks in hand at the sites say which acquires a story should show, and with the stories
    // all events are known whose stacks and locks are needed.
    std::vector<Story> stories = tell_stories();
    for (const Story& story : stories)
      for (const StoryStep& step : story.steps)
        if (step.hidden_switches == 0) events_.ask(EventId(step.event));
    for (const Finding& finding : results_.findings) ask_about(finding);
    const std::optional<RunEnd> end = end_to_report();
    const std::vector<Claim>& stale = results_.stale;
    if (end) ask_about(*end);
    for (const Claim& use : stale) ask_about_stale(use);
    const std::vector<Misuse> misuses = misuses_to_report();
    for (const Misuse& misuse : misuses) {
      events_.ask(misuse.event);
      ask_about_creation(trace_.thread(misuse.event));
    }
    for (const Interruption& interruption : results_.interruptions) {
      for (const EventId e :
           {interruption.before, interruption.in_handler, interruption.interrupted})
        if (e.exists()) events_.ask(e);
      ask_about_creation(interruption.run.thread);
    }
    events_.answer();
    if (end) add_end(describe_run_end(trace_, *end, events_, results_.other_status));
    for (const Claim& use : stale) add_stale(describe_stale_use(trace_, use, events_));
    for (const Misuse& misuse : misuses)
      add_recorded(describe_misuse(trace_, misuse, events_), false);
    for (const Interruption& interruption : results_.interruptions)
      add_recorded(describe_interruption(trace_, interruption, events_),
                   interruption.sent.exists());
    for (size_t i = 0; i < results_.findings.size(); ++i)
      report_.findings.push_back(describe(results_.findings[i], std::move(stories[i])));
    describe_threads();
    describe_undecided();
    for (const Finding& finding : results_.refuted) describe_refuted(finding);
    report_.sources = sources_.read();
    return std::move(report_);
  }

 private:
  // What else happens in a trial comes of what it was made for.
  std::optional<RunEnd> end_to_report() const {
    if (results_.trial)
      return results_.trial->tells == TrialNote::Tells::how_it_ended ? bug_of_run(trace_)
                                                                     : std::nullopt;
    return results_.other_status ? bad_exit_of_run(trace_) : bug_of_run(trace_);
  }
  std::vector<Misuse> misuses_to_report() const {
    return results_.trial ? std::vector<Misuse>() : different_misuses(trace_);
  }

  void describe_run() {
    report_.trace_file = utf8(results_.trace_path);
    report_.events = trace_.size();
    report_.threads = trace_.thread_count();
    report_.locks = trace_.lock_count();
    report_.locations = trace_.locations().size();
    report_.options = utf8(results_.options);
    report_.kinds = results_.kinds;
    for (const EngineRun& run : results_.engines)
      report_.engines.push_back({std::string(run.name), std::string(name(run.model)), run.note,
                                 run.instances, run.site_pairs, run.site_pairs_cut, run.left_out,
                                 run.kinds, run.seconds});
    report_.losses = describe_losses(trace_.losses());
    if (results_.cut_by_time)
      report_.losses.push_back({"prediction_cut_short", std::string(name(Severity::weaker)),
                                "search for bugs cut short: its time was over (--time-limit)", 1});
    if (results_.assumed_orders > 0)
      report_.losses.push_back(
          {kAssumedThreadOrders, std::string(name(Severity::weaker)),
           "threads were taken to begin behind the end of others that nobody joined",
           results_.assumed_orders});
    report_.notes = run_notes(trace_);
  }

  std::vector<Story> tell_stories() {
    if (results_.findings.empty()) return {};
    std::vector<EventId> sites;
    for (const Finding& finding : results_.findings)
      for (const FindingSite& site : finding.sites()) sites.push_back(site.event);
    const std::vector<std::vector<HeldLock>> held = locks_held_at(trace_, sites);
    std::vector<std::vector<EventId>> also(results_.findings.size());
    size_t site = 0;
    for (size_t f = 0; f < also.size(); ++f)
      for (size_t i = 0; i < results_.findings[f].sites().size(); ++i)
        for (const HeldLock& lock : held[site++]) also[f].push_back(lock.acquired);

    // By how much of them is as recorded: so one pass over the trace is enough for all.
    const auto witness = [&](size_t f) -> const Reordering& {
      return results_.findings[f].proved().witness();
    };
    std::vector<size_t> order(also.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return witness(a).as_recorded() < witness(b).as_recorded();
    });
    std::vector<Story> stories(also.size());
    uint64_t budget = kMostEventsForValues;
    WritesSoFar writes(trace_);
    const RecordedRuns runs(trace_);
    // Values come one after the other, stories beside each other; but not the values of all at
    // once.
    constexpr size_t kAtATime = 64;
    for (size_t first = 0; first < order.size(); first += kAtATime) {
      const size_t count = std::min(kAtATime, order.size() - first);
      std::vector<WitnessValues> values;
      values.reserve(count);
      for (size_t i = 0; i < count; ++i)
        values.emplace_back(trace_, results_.findings[order[first + i]].proved(), writes, budget);
      for_each_piece(count, available_cpus(), [&](unsigned, size_t i) {
        const size_t f = order[first + i];
        stories[f] = tell(trace_, results_.findings[f].proved(), runs, values[i], also[f]);
      });
    }
    return stories;
  }

  void ask_about(const Finding& finding) {
    for (const auto sites : {finding.sites(), finding.related()})
      for (const FindingSite& site : sites) {
        events_.ask(site.event);
        events_.ask_about_allocation(site.event);
        ask_about_creation(trace_.thread(site.event));
      }
  }
  void ask_about(const RunEnd& end) {
    for (const EventId place : places_of(trace_, end)) {
      events_.ask(place);
      ask_about_creation(trace_.thread(place));
    }
  }
  void ask_about_stale(const Claim& use) {
    for (const EventId e : {use.happen[0], use.pending[0], allocation_of(trace_, use)}) {
      events_.ask(e);
      ask_about_creation(trace_.thread(e));
    }
  }
  void ask_about_creation(ThreadId thread) {
    for (EventId fork = trace_.fork_of(thread); fork.exists();
         fork = trace_.fork_of(trace_.thread(fork)))
      events_.ask(fork);
  }

  ReportedFinding describe(const Finding& finding, Story story) {
    const Proved& proved = finding.proved();
    ReportedFinding out;
    out.id = finding.id();
    out.kind = finding.kind();
    out.status = finding.status();
    out.engine = finding.engine();
    out.model = name(proved.model());
    out.subject = utf8(subject(trace_, proved.claim()));
    out.what = utf8(what_goes_wrong(trace_, proved.claim()));
    for (const FindingSite& site : finding.sites())
      out.sites.push_back(events_.describe(site.event, site.role));
    for (const FindingSite& site : finding.related())
      out.related.push_back(events_.describe(site.event, site.role));
    out.objects = events_.describe_objects(proved.claim());
    name_by_allocation(out);
    for (const EventId e : proved.claim().happen) out.happen.push_back(e.value);
    for (const EventId e : proved.claim().pending) out.pending.push_back(e.value);
    out.witness = describe_witness(trace_, proved.witness());
    for (ReportedEvent& site : out.sites) tell_value(story, site);
    out.story = std::move(story);
    name_from_source(out, sources_);
    for (StoryStep& step : out.story.steps) add_state(step);
    name_locks_from_source(out, sources_);
    add_replay(finding, out);
    return out;
  }

  void add_recorded(ReportedFinding finding, bool can_come_again = true) {
    name_locks_from_source(finding, sources_);
    if (results_.can_replay && can_come_again) finding.replay->command = command_for(finding.id);
    report_.findings.push_back(std::move(finding));
  }

  void add_end(ReportedFinding finding) {
    if (results_.trial) finding.replay->note = utf8(results_.trial->how);
    add_recorded(std::move(finding));
  }

  void add_stale(ReportedFinding finding) {
    if (results_.trial) {
      finding.replay->note = utf8(results_.trial->how);
      if (!results_.trial->effect.empty())
        finding.replay->effect += "; " + utf8(results_.trial->effect);
    }
    add_recorded(std::move(finding));
  }

  // As it is in the witness, not as it was when it was recorded.
  static void tell_value(const Story& story, ReportedEvent& site) {
    for (const StoryStep& step : story.steps)
      if (step.hidden_events == 0 && step.event == site.event && step.sees)
        site.value = *step.sees == WitnessValues::kUnknown ? "" : *step.sees;
  }

  // "use after free of 0x55b1..." says nothing; where the memory came from does.
  static void name_by_allocation(ReportedFinding& finding) {
    if (finding.kind != BugKind::use_after_free && finding.kind != BugKind::double_free) return;
    if (finding.objects.empty() || !finding.objects[0].allocated) return;
    const ReportedObject& object = finding.objects[0];
    const SourcePlace& place = own_place(object.allocated->place, object.allocated->stack);
    if (!object.name.starts_with("0x") || place.line == 0) return;
    finding.subject =
        fmt::format("of {} from {}:{}", object.size == 0 ? "memory" : counted(object.size, "byte"),
                    place.file.substr(place.file.rfind('/') + 1), place.line);
  }

  // The locks in hand after the step; before it, if it is pending.
  void add_state(StoryStep& step) {
    if (step.hidden_switches > 0) return;
    const EventId e(step.event);
    // The locks and threads of a library are taken in its headers, on behalf of who called it.
    step.place = events_.place_of_program(e, events_.stack_of(e));
    std::vector<HeldLock> held = events_.held(e);
    if (!step.pending && acquires_lock(trace_.kind(e))) held.push_back({trace_.lock(e), e});
    if (!step.pending && releases_lock(trace_.kind(e)))
      std::erase_if(held, [&](const HeldLock& h) { return h.acquired == trace_.partner(e); });
    for (const HeldLock& h : held)
      step.locks.push_back(utf8(printable(trace_.operand_name(h.acquired))));
  }
  void add_replay(const Finding& finding, ReportedFinding& out) {
    out.replay = finding.replay();
    if (results_.trial && results_.trial->tells == TrialNote::Tells::what_happened) {
      out.status = FindingStatus::confirmed;
      out.replay->outcome = Replay::Outcome::recorded;
      out.replay->note = utf8(results_.trial->how);
    }
    if (!results_.can_replay) return;
    if (!out.replay) out.replay.emplace();
    out.replay->command = command_for(finding.id());
  }
  // A replay looks for the bug again, so that it needs to be told what was looked for.
  std::string command_for(const std::string& id) const {
    return utf8(fmt::format("foreweave replay {}{}{} {}", results_.options,
                            results_.options.empty() ? "" : " ", shell_word(results_.trace_path),
                            id));
  }

  // Those that some finding names, and those that created them.
  void describe_threads() {
    std::vector<bool> named(trace_.thread_count());
    const auto name_it = [&](ThreadId t) {
      while (!named[t.index()]) {
        named[t.index()] = true;
        const EventId fork = trace_.fork_of(t);
        if (!fork.exists()) break;
        t = trace_.thread(fork);
      }
    };
    for (const Finding& finding : results_.findings)
      for (const FindingSite& site : finding.sites()) name_it(trace_.thread(site.event));
    if (const std::optional<RunEnd> end = end_to_report())
      for (const RunEnd::Thread& thread : end->threads) name_it(trace_.thread(thread.event));
    for (const Claim& use : results_.stale)
      for (const EventId e : {use.happen[0], use.pending[0]}) name_it(trace_.thread(e));
    for (const Misuse& misuse : misuses_to_report()) name_it(trace_.thread(misuse.event));
    for (const Interruption& interruption : results_.interruptions)
      name_it(interruption.run.thread);
    for (uint32_t t = 0; t < trace_.thread_count(); ++t)
      if (named[t]) report_.thread_list.push_back(describe_thread(ThreadId(t)));
  }
  ReportedThread describe_thread(ThreadId thread) {
    ReportedThread out;
    out.name = utf8(trace_.thread_name(thread));
    const EventId fork = trace_.fork_of(thread);
    if (!fork.exists()) return out;
    out.created_by = utf8(trace_.thread_name(trace_.thread(fork)));
    out.stack = events_.stack_of(fork);
    out.created_at = events_.place_of_program(fork, out.stack);
    return out;
  }

  void describe_undecided() {
    for (const UndecidedBug::Why why : UndecidedBug::kReasons) report_.undecided[why] = 0;
    for (const EngineRun& run : results_.engines) {
      report_.left_out += run.left_out;
      for (const KindRun& kind : run.kinds) report_.left_out += kind.left_out;
    }
    for (const UndecidedBug& bug : results_.undecided) {
      if (report_.undecided[bug.why]++ >= kListedBugsPerReason) continue;
      ReportedUndecided& out = report_.undecided_listed.emplace_back();
      out.kind = bug.claim.kind;
      out.engine = bug.engine;
      out.why = bug.why;
      for (const BugEvent& event : events_in_roles(trace_, bug.claim))
        out.sites.push_back(events_.describe_shortly(event.event, event.role));
    }
    if (report_.undecided[UndecidedBug::Why::unseen] > 0) name_unseen_libraries();
  }

  // Those that were called, in the order of their first call.
  void name_unseen_libraries() {
    std::set<uint64_t> named;
    for (const EventId e : trace_.interacting()) {
      if (!marks_stretch(trace_.kind(e))) continue;
      const uint64_t number = trace_.has_value(e) ? trace_.value(e) : 0;
      if (named.insert(number).second)
        report_.unseen_libraries.push_back(number == 0 ? "the C or C++ library"
                                                       : utf8(trace_.library_of(e)));
    }
  }

  void describe_refuted(const Finding& finding) {
    const Proved& proved = finding.proved();
    ReportedRefuted& out = report_.refuted.emplace_back();
    out.id = finding.id();
    out.kind = finding.kind();
    out.engine = finding.engine();
    out.model = name(proved.model());
    out.subject = utf8(subject(trace_, proved.claim()));
    if (finding.replay()) out.why = utf8(finding.replay()->note);
    for (const FindingSite& site : finding.sites())
      out.sites.push_back(events_.describe_shortly(site.event, site.role));
  }

  const Trace& trace_;
  const Results& results_;
  SourceLines sources_;
  EventDescriber events_;
  Report report_;
};

}  // namespace

std::vector<ReportedLoss> describe_losses(const Losses& losses) {
  std::vector<ReportedLoss> described;
  for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i) {
    const Loss loss = static_cast<Loss>(i);
    const LossInfo& about = info(loss);
    if (losses.count(loss) > 0)
      described.push_back({std::string(about.name), std::string(name(about.severity)),
                           std::string(about.what), losses.count(loss)});
  }
  return described;
}

Report make_report(const Trace& trace, const Results& results, const ReportOptions& options) {
  return ReportMaker(trace, results, options).make();
}

}  // namespace foreweave
