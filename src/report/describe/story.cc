#include "report/describe/story.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "report/describe/places.h"
#include "report/findings/bug_identity.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

constexpr size_t kShownSegments = 5;    // the last ones; how a bug comes about is decided there
constexpr size_t kShownSteps = 4;       // the last ones of each that matter to other threads
constexpr uint32_t kLookedAt = 10'000;  // events of a segment that are searched for those

// The threads of the claim's events, in the order in which the bug is told.
std::vector<ThreadId> threads_of(const Trace& trace, const Claim& claim) {
  std::vector<ThreadId> threads;
  for (const BugEvent& event : events_in_roles(trace, claim)) {
    const ThreadId t = trace.thread(event.event);
    if (std::find(threads.begin(), threads.end(), t) == threads.end()) threads.push_back(t);
  }
  return threads;
}

// A segment of the witness: a thread's events from number `from` up to but excluding `until`.
struct Stretch {
  ThreadId thread;
  uint32_t from, until;
  uint32_t size() const { return until - from; }
};

// All of a witness. What is as recorded is not written out: `runs` has it.
class Stretches {
 public:
  Stretches(const Trace& trace, const RecordedRuns& runs, const Reordering& witness)
      : trace_(trace), runs_(runs), as_recorded_(witness.as_recorded()) {
    runs_taken_ = runs.count_before(as_recorded_);
    std::vector<uint32_t> done = Reordering(as_recorded_, {}).done(trace);
    uint64_t events = as_recorded_;
    if (runs_taken_ > 0) {  // the last one may go on
      const Stretch last = recorded(--runs_taken_);
      rest_.push_back(last);
      events -= last.size();
    }
    const auto add = [&](const Segment& s) {
      const uint32_t from = std::exchange(done[s.thread.index()], s.until);
      if (!rest_.empty() && rest_.back().thread == s.thread)
        rest_.back().until = s.until;
      else
        rest_.push_back({s.thread, from, s.until});
      return true;
    };
    witness.for_each_segment(trace, add, as_recorded_);
    for (const Stretch& stretch : rest_) {
      events_before_.push_back(events);
      events += stretch.size();
    }
    events_before_.push_back(events);
  }

  size_t size() const { return runs_taken_ + rest_.size(); }
  Stretch operator[](size_t i) const {
    return i < runs_taken_ ? recorded(i) : rest_[i - runs_taken_];
  }
  // Events in the stretches before this one.
  uint64_t events_before(size_t i) const {
    return i < runs_taken_ ? runs_.first(i) : events_before_[i - runs_taken_];
  }
  // Adds the stretches that have one of the thread's events with these numbers.
  void find(ThreadId thread, const std::set<uint32_t>& numbers, std::set<size_t>& found) const {
    for (const uint32_t i : numbers) {
      const ThreadEvents own = trace_.events_of(thread);
      if (i < own.size() && own[i].value < as_recorded_)
        if (const size_t run = runs_.number_of(own[i]); run < runs_taken_) found.insert(run);
    }
    for (size_t r = 0; r < rest_.size(); ++r)
      if (rest_[r].thread == thread &&
          numbers.lower_bound(rest_[r].from) != numbers.lower_bound(rest_[r].until))
        found.insert(runs_taken_ + r);
  }

 private:
  Stretch recorded(size_t run) const {
    const EventId first(runs_.first(run));
    const uint32_t end =
        run + 1 < runs_.size() ? std::min(runs_.first(run + 1), as_recorded_) : as_recorded_;
    const uint32_t from = trace_.events_of(trace_.thread(first)).index_from(first);
    return {trace_.thread(first), from, from + (end - first.value)};
  }

  const Trace& trace_;
  const RecordedRuns& runs_;
  uint32_t as_recorded_;
  size_t runs_taken_ = 0;  // those as recorded, but for the last one
  std::vector<Stretch> rest_;
  std::vector<uint64_t> events_before_;  // of the rest, and of the end
};

class Teller {
 public:
  Teller(const Trace& trace, const Proved& proved, const RecordedRuns& runs,
         const WitnessValues& values, std::span<const EventId> also)
      : trace_(trace),
        values_(values),
        claim_(proved.claim()),
        threads_(threads_of(trace, claim_)),
        claim_events_(sorted_events(claim_)),
        stretches_(trace, runs, proved.witness()) {
    for (const EventId e : claim_.happen) want(e);
    for (const EventId e : also) want(e);
    for (const BugEvent& around : events_around(trace, claim_)) want(around.event);
  }

  Story tell() {
    for (const ThreadId t : threads_) story_.threads.push_back(utf8(trace_.thread_name(t)));
    story_.segments = stretches_.size();
    story_.events = stretches_.events_before(stretches_.size());
    std::set<size_t> shown;
    for (const auto& [thread, numbers] : wanted_) stretches_.find(thread, numbers, shown);
    for (size_t n = 0; n < std::min(stretches_.size(), kShownSegments); ++n)
      shown.insert(stretches_.size() - 1 - n);
    size_t told = 0;
    for (const size_t s : shown) {
      hide(stretches_.events_before(s) - stretches_.events_before(told), s - told);
      show(s);
      told = s + 1;
    }
    for (const EventId e : claim_.pending) {
      StoryStep& step = add(e);
      step.of_bug = step.pending = true;
    }
    return std::move(story_);
  }

 private:
  void want(EventId e) {
    const ThreadId thread = trace_.thread(e);
    wanted_[thread].insert(trace_.events_of(thread).index_from(e));
  }

  // The numbers of the events in it that have to be shown.
  std::set<uint32_t> wanted_in(const Stretch& stretch) const {
    const auto own = wanted_.find(stretch.thread);
    if (own == wanted_.end()) return {};
    return {own->second.lower_bound(stretch.from), own->second.lower_bound(stretch.until)};
  }

  StoryStep& add(EventId e) {
    StoryStep& step = story_.steps.emplace_back();
    step.thread = utf8(trace_.thread_name(trace_.thread(e)));
    step.event = e.value;
    step.text = utf8(step_text(trace_, e));
    step.operand = utf8(printable(operand_text(trace_, e)));
    step.place = place_of(trace_, trace_.site(e));
    step.value = value_text(trace_, e);
    step.sees = values_.other_than_recorded(e);
    return step;
  }

  void hide(uint64_t events, uint64_t segments) {
    if (events == 0) return;
    StoryStep& step = story_.steps.emplace_back();
    step.hidden_events = events;
    step.hidden_switches = segments;
  }
  void hide_own(const Stretch& stretch, uint32_t from, uint32_t until) {
    if (from == until) return;
    StoryStep& step = story_.steps.emplace_back();
    step.thread = utf8(trace_.thread_name(stretch.thread));
    step.hidden_events = until - from;
    step.event = trace_.events_of(stretch.thread)[until - 1].value;
  }

  void show(size_t s) {
    const Stretch stretch = stretches_[s];
    const ThreadEvents own = trace_.events_of(stretch.thread);
    std::set<uint32_t> shown = wanted_in(stretch);
    // A thread that the bug is not about gets one line, unless something of it is wanted.
    const bool of_bug =
        std::find(threads_.begin(), threads_.end(), stretch.thread) != threads_.end();
    if (!of_bug && shown.empty()) {
      StoryStep& step = add(own[stretch.until - 1]);
      step.hidden_events = stretch.size();
      step.value.clear();
      step.sees.reset();
      if (!matters(own[stretch.until - 1])) step.text.clear(), step.operand.clear();
      return;
    }
    size_t room = of_bug ? kShownSteps : 0;
    const uint32_t search_end = stretch.until - std::min(stretch.size(), kLookedAt);
    for (uint32_t i = stretch.until; i-- > search_end && room > 0;)
      if (matters(own[i])) shown.insert(i), --room;

    uint32_t told = stretch.from;
    for (const uint32_t i : shown) {
      hide_own(stretch, told, i);
      told = i + 1;
      StoryStep& step = add(own[i]);
      step.of_bug =
          std::find(claim_.happen.begin(), claim_.happen.end(), own[i]) != claim_.happen.end();
    }
    hide_own(stretch, told, stretch.until);
  }

  // To who wants to know how the bug comes about: synchronisation, accesses to what the bug is
  // about and reads of what another thread wrote; not what goes on inside a library.
  bool matters(EventId e) const {
    if (!trace_.interacts(e)) return false;
    const Kind kind = trace_.kind(e);
    if (operand_of(kind) == Operand::none || operand_of(kind) == Operand::object) return false;
    if (!is_access(kind)) return true;
    const LocationId location = trace_.location(e);
    if (trace_.stands_for_order(location)) return false;
    for (const EventId of_bug : claim_events_)
      if (is_access(trace_.kind(of_bug)) && trace_.overlap(trace_.location(of_bug), location))
        return true;
    if (!reads(kind) || is_of_system(place_of(trace_, trace_.site(e)))) return false;
    const EventId seen = trace_.seen_write(e);
    return seen.exists() && trace_.thread(seen) != trace_.thread(e) &&
           !was_there_from_the_start(trace_.thread(e), seen);
  }

  // Done by a thread before it created this one, or one that did: in no order otherwise.
  bool was_there_from_the_start(ThreadId thread, EventId e) const {
    for (EventId fork = trace_.fork_of(thread); fork.exists();
         fork = trace_.fork_of(trace_.thread(fork)))
      if (trace_.thread(fork) == trace_.thread(e)) return e < fork;
    return false;
  }

  const Trace& trace_;
  const WitnessValues& values_;
  const Claim& claim_;
  std::vector<ThreadId> threads_;
  std::vector<EventId> claim_events_;
  Stretches stretches_;
  std::map<ThreadId, std::set<uint32_t>> wanted_;
  Story story_;
};

}  // namespace

Story tell(const Trace& trace, const Proved& proved, const RecordedRuns& runs,
           const WitnessValues& values, std::span<const EventId> also) {
  return Teller(trace, proved, runs, values, also).tell();
}

}  // namespace foreweave
