#include "report/make_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "report/bug_words.h"
#include "report/event_text.h"
#include "report/held_locks.h"
#include "report/places.h"
#include "report/source_lines.h"
#include "report/source_names.h"
#include "report/stacks.h"
#include "report/story.h"

namespace foreweave {

namespace {

// An engine that over-approximates may put forward more than anybody reads; all are counted.
constexpr size_t kListedBugsPerReason = 200;

// Asks the trace about events, all of a kind of question at once: each is a pass over the trace.
class Moments {
 public:
  explicit Moments(const Trace& trace) : trace_(trace) {}

  void ask(EventId e) {
    if (numbers_.try_emplace(e, events_.size()).second) events_.push_back(e);
  }
  // Beyond this point nothing more can be asked.
  void answer() {
    held_ = locks_held_at(trace_, events_);
    calls_ = calls_open_at(trace_, events_);
  }
  const std::vector<HeldLock>& held(EventId e) const { return held_[numbers_.at(e)]; }
  const std::vector<EventId>& calls(EventId e) const { return calls_[numbers_.at(e)]; }

 private:
  const Trace& trace_;
  std::unordered_map<EventId, size_t> numbers_;
  std::vector<EventId> events_;
  std::vector<std::vector<HeldLock>> held_;
  std::vector<std::vector<EventId>> calls_;
};

// Two demanglers agree at least on these words of a function's name.
std::string_view before_arguments(std::string_view function) {
  return function.substr(0, function.find_first_of("(<", 1));
}

// What starts a thread, and code that was not recorded.
bool is_of_runtime(const SourcePlace& frame) {
  return is_of_system(frame) ||
         (frame.file.empty() &&
          (frame.function.starts_with("(") || frame.function.starts_with("std::thread::")));
}

class ReportMaker {
 public:
  ReportMaker(const Trace& trace, const Results& results, const ReportOptions& options)
      : trace_(trace), results_(results), sources_(options.source_roots), moments_(trace) {}

  Report make() {
    describe_run();
    // The locks in hand at the sites say which acquires a story should show, and with the stories
    // all events are known whose stacks and locks are needed.
    std::vector<Story> stories = tell_stories();
    for (const Story& story : stories)
      for (const StoryStep& step : story.steps)
        if (step.hidden_switches == 0) moments_.ask(EventId(step.event));
    for (const Finding& finding : results_.findings) ask_about(finding);
    moments_.answer();
    for (size_t i = 0; i < results_.findings.size(); ++i)
      report_.findings.push_back(describe(results_.findings[i], std::move(stories[i])));
    describe_threads();
    describe_undecided();
    report_.sources = sources_.read();
    return std::move(report_);
  }

 private:
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
                                 run.instances, run.site_pairs, run.site_pairs_cut, run.kinds,
                                 run.seconds});
    for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i) {
      const Loss loss = static_cast<Loss>(i);
      const LossInfo& about = info(loss);
      if (trace_.losses().count(loss) > 0)
        report_.losses.push_back({std::string(about.name), std::string(name(about.severity)),
                                  std::string(about.what), trace_.losses().count(loss)});
    }
  }

  std::vector<Story> tell_stories() {
    std::vector<EventId> sites;
    for (const Finding& finding : results_.findings)
      for (const FindingSite& site : finding.sites()) sites.push_back(site.event);
    const std::vector<std::vector<HeldLock>> held = locks_held_at(trace_, sites);
    std::vector<Story> stories;
    size_t site = 0;
    for (const Finding& finding : results_.findings) {
      std::vector<EventId> also;
      for (size_t i = 0; i < finding.sites().size(); ++i)
        for (const HeldLock& lock : held[site++]) also.push_back(lock.acquired);
      for (const EventId acquire : also) moments_.ask(acquire);
      stories.push_back(tell(trace_, finding.proved(), also));
    }
    return stories;
  }

  EventId allocation_of(ObjectId object) const {
    return object == kOtherMemory ? EventId::none() : trace_.objects()[object.index()].allocated;
  }

  // The memory an event touches; other memory for what is not about memory.
  ObjectId object_of(EventId e) const {
    switch (operand_of(trace_.kind(e))) {
      case Operand::memory:
        return trace_.location_of(e).object;
      case Operand::object:
        return trace_.object(e);
      case Operand::lock:
        return trace_.sync_objects(Operand::lock)[trace_.lock(e).index()].object;
      default:
        return kOtherMemory;
    }
  }

  void ask_about(const Finding& finding) {
    for (const auto sites : {finding.sites(), finding.related()}) {
      for (const FindingSite& site : sites) {
        moments_.ask(site.event);
        if (const EventId made = allocation_of(object_of(site.event)); made.exists())
          moments_.ask(made);
        ask_about_creation(trace_.thread(site.event));
      }
    }
    for (const Segment& segment : finding.proved().witness().segments())
      if (segment.until > 0) ask_about_creation(segment.thread);
  }
  void ask_about_creation(ThreadId thread) {
    for (EventId fork = trace_.fork_of(thread); fork.exists();
         fork = trace_.fork_of(trace_.thread(fork)))
      moments_.ask(fork);
  }

  SourcePlace place(SiteId site) {
    const SourcePlace place = place_of(trace_, site);
    // An STD trace names itself as the file of its sites, and what is there is no source.
    if (trace_.text(trace_.site_info(site).file) != trace_.source().file()) sources_.add(place);
    return place;
  }

  // The places of the event and of the calls it is in. What was inlined is known by its innermost
  // function only: the one that it was inlined into is named behind it, without a line. So is a
  // function that was called by code that was not recorded.
  Stack stack_of(EventId e) {
    Stack stack;
    if (!trace_.has(Kind::call)) return stack;
    stack.push_back(place(trace_.site(e)));
    for (const EventId call : moments_.calls(e)) {
      const uint64_t callee = trace_.value(call);
      if (trace_.has_value(call) && callee < trace_.sites().size()) {
        const std::string entered =
            demangled(place_of(trace_, SiteId(static_cast<uint32_t>(callee))).function);
        if (before_arguments(stack.back().function) != before_arguments(entered))
          stack.push_back({"", 0, 0, entered});
      }
      stack.push_back(place(trace_.site(call)));
    }
    // Nobody needs to be told that a thread begins outside the program.
    while (stack.size() > 1 && is_of_runtime(stack.back())) stack.pop_back();
    return stack;
  }

  ReportedEvent describe_event(EventId e, const std::string& role) {
    ReportedEvent event = describe_shortly(e, role);
    event.stack = stack_of(e);
    for (const HeldLock& held : moments_.held(e))
      event.locks.push_back({utf8(printable(trace_.operand_name(held.acquired))),
                             is_shared_mode(trace_.kind(held.acquired)), held.acquired.value,
                             place(trace_.site(held.acquired)), stack_of(held.acquired)});
    return event;
  }
  ReportedEvent describe_shortly(EventId e, const std::string& role) {
    ReportedEvent event;
    event.event = e.value;
    event.place = place_of(trace_, trace_.site(e));
    event.thread = utf8(trace_.thread_name(trace_.thread(e)));
    event.access = utf8(access_text(trace_, e));
    event.operand = utf8(printable(trace_.operand_name(e)));
    event.shared = is_shared_mode(trace_.kind(e));
    event.role = role;
    event.value = value_text(trace_, e);
    return event;
  }

  // Each thing that the events of the claim touch, once. Names that are bare addresses say nothing
  // without the allocation.
  std::vector<ReportedObject> describe_objects(const Claim& claim) {
    std::vector<ReportedObject> objects;
    for (const BugEvent& event : events_in_roles(trace_, claim)) {
      const EventId e = event.event;
      if (operand_of(trace_.kind(e)) == Operand::none) continue;
      ReportedObject object;
      object.name = utf8(printable(trace_.operand_name(e)));
      if (std::any_of(objects.begin(), objects.end(),
                      [&](const ReportedObject& o) { return o.name == object.name; }))
        continue;
      const EventId made = allocation_of(object_of(e));
      if (made.exists()) {
        object.what = "heap memory";
        object.size = trace_.objects()[object_of(e).index()].size;
        object.allocated = describe_event(made, "allocation");
      } else if (const Symbol* symbol = place_is_source(e) ? symbol_of(e) : nullptr) {
        object.what = "global variable";
        object.size = symbol->size;
      } else {
        object.what = "memory";
      }
      objects.push_back(std::move(object));
    }
    return objects;
  }

  // The name that the operand lies in; not for STD traces, whose names may be anything.
  const Symbol* symbol_of(EventId e) const {
    uint64_t address = 0;
    if (const Operand operand = operand_of(trace_.kind(e)); operand == Operand::memory) {
      const Location& location = trace_.location_of(e);
      address = trace_.objects()[location.object.index()].address + location.offset;
    } else if (operand == Operand::lock) {
      address = trace_.sync_objects(operand)[trace_.lock(e).index()].address;
    } else {
      return nullptr;
    }
    const auto symbols = trace_.symbols();
    auto after = std::upper_bound(symbols.begin(), symbols.end(), address,
                                  [](uint64_t a, const Symbol& s) { return a < s.address; });
    if (after == symbols.begin()) return nullptr;
    --after;
    return address - after->address < after->size ? &*after : nullptr;
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
      out.sites.push_back(describe_event(site.event, site.role));
    for (const FindingSite& site : finding.related())
      out.related.push_back(describe_event(site.event, site.role));
    out.objects = describe_objects(proved.claim());
    name_by_allocation(out);
    for (const EventId e : proved.claim().happen) out.happen.push_back(e.value);
    for (const EventId e : proved.claim().pending) out.pending.push_back(e.value);
    for (const Segment& segment : proved.witness().segments())
      if (segment.until > 0)
        out.witness.push_back({utf8(trace_.thread_name(segment.thread)),
                               trace_.events_of(segment.thread)[segment.until - 1].value});
    out.story = std::move(story);
    name_from_source(out, sources_);
    for (StoryStep& step : out.story.steps) add_state(step);
    name_locks_from_source(out, sources_);
    add_replay(finding, out);
    return out;
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
    if (is_of_system(step.place)) step.place = own_place(step.place, stack_of(e));
    if (place_is_source(e)) sources_.add(step.place);
    std::vector<HeldLock> held = moments_.held(e);
    if (!step.pending && acquires_lock(trace_.kind(e))) held.push_back({trace_.lock(e), e});
    if (!step.pending && releases_lock(trace_.kind(e)))
      std::erase_if(held, [&](const HeldLock& h) { return h.acquired == trace_.partner(e); });
    for (const HeldLock& h : held)
      step.locks.push_back(utf8(printable(trace_.operand_name(h.acquired))));
  }
  bool place_is_source(EventId e) const {
    return trace_.text(trace_.site_info(trace_.site(e)).file) != trace_.source().file();
  }

  void add_replay(const Finding& finding, ReportedFinding& out) {
    out.replay = finding.replay();
    if (!out.replay && !results_.program.empty()) out.replay.emplace();
    if (out.replay && out.replay->command.empty() && !results_.program.empty())
      out.replay->command = utf8(fmt::format("foreweave replay {} {} -- {}", results_.trace_path,
                                             finding.id(), results_.program));
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
    for (uint32_t t = 0; t < trace_.thread_count(); ++t)
      if (named[t]) report_.thread_list.push_back(describe_thread(ThreadId(t)));
  }
  ReportedThread describe_thread(ThreadId thread) {
    ReportedThread out;
    out.name = utf8(trace_.thread_name(thread));
    const EventId fork = trace_.fork_of(thread);
    if (!fork.exists()) return out;
    out.created_by = utf8(trace_.thread_name(trace_.thread(fork)));
    out.created_at = place(trace_.site(fork));
    out.stack = stack_of(fork);
    return out;
  }

  void describe_undecided() {
    for (const UndecidedBug::Why why : UndecidedBug::kReasons) report_.undecided[why] = 0;
    for (const EngineRun& run : results_.engines)
      for (const KindRun& kind : run.kinds) report_.left_out += kind.left_out;
    for (const UndecidedBug& bug : results_.undecided) {
      if (report_.undecided[bug.why]++ >= kListedBugsPerReason) continue;
      ReportedUndecided& out = report_.undecided_listed.emplace_back();
      out.kind = bug.claim.kind;
      out.engine = bug.engine;
      out.why = bug.why;
      for (const BugEvent& event : events_in_roles(trace_, bug.claim))
        out.sites.push_back(describe_shortly(event.event, event.role));
    }
  }

  const Trace& trace_;
  const Results& results_;
  SourceLines sources_;
  Moments moments_;
  Report report_;
};

}  // namespace

Report make_report(const Trace& trace, const Results& results, const ReportOptions& options) {
  return ReportMaker(trace, results, options).make();
}

}  // namespace foreweave
