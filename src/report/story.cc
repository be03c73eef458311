#include "report/story.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "report/bug_identity.h"
#include "report/bug_words.h"
#include "report/event_text.h"
#include "report/places.h"

namespace foreweave {

namespace {

constexpr size_t kShownSegments = 5;       // the last ones; how a bug comes about is decided there
constexpr size_t kShownSteps = 4;          // the last ones of each that matter to other threads
constexpr uint32_t kLookedAt = 10'000;     // events of a segment that are searched for those

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

std::vector<Stretch> stretches_of(const Trace& trace, const Reordering& witness) {
  std::vector<Stretch> stretches;
  std::vector<uint32_t> done(trace.thread_count());
  for (const Segment& segment : witness.segments()) {
    const uint32_t from = std::exchange(done[segment.thread.index()], segment.until);
    if (segment.until > from) stretches.push_back({segment.thread, from, segment.until});
  }
  return stretches;
}

class Teller {
 public:
  Teller(const Trace& trace, const Proved& proved, const WitnessValues& values,
         std::span<const EventId> also)
      : trace_(trace),
        values_(values),
        claim_(proved.claim()),
        threads_(threads_of(trace, claim_)),
        claim_events_(sorted_events(claim_)),
        stretches_(stretches_of(trace, proved.witness())) {
    for (const EventId e : claim_.happen) want(e);
    for (const EventId e : also) want(e);
    for (const BugEvent& around : events_around(trace, claim_)) want(around.event);
  }

  Story tell() {
    for (const ThreadId t : threads_) story_.threads.push_back(utf8(trace_.thread_name(t)));
    story_.segments = stretches_.size();
    const size_t last_ones = stretches_.size() - std::min(stretches_.size(), kShownSegments);
    uint64_t hidden_events = 0, hidden_segments = 0;
    for (size_t s = 0; s < stretches_.size(); ++s) {
      story_.events += stretches_[s].size();
      if (s < last_ones && wanted_in(stretches_[s]).empty()) {
        hidden_events += stretches_[s].size();
        ++hidden_segments;
        continue;
      }
      hide(std::exchange(hidden_events, 0), std::exchange(hidden_segments, 0));
      show(s);
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
    const Stretch& stretch = stretches_[s];
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
  std::vector<Stretch> stretches_;
  std::map<ThreadId, std::set<uint32_t>> wanted_;
  Story story_;
};

}  // namespace

Story tell(const Trace& trace, const Proved& proved, const WitnessValues& values,
           std::span<const EventId> also) {
  return Teller(trace, proved, values, also).tell();
}

}  // namespace foreweave
