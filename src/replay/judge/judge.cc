#include "replay/judge/judge.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <optional>

#include "events/recorded_run/run_end.h"
#include "replay/judge/comparison.h"
#include "replay/judge/contradiction.h"
#include "replay/judge/influences.h"

namespace foreweave {

namespace {

// Where nothing is mapped: what a null pointer leads to, with the offset of a member.
constexpr uint64_t kFirstPages = 65536;

std::string words(Kind kind) {
  std::string text(info(kind).name);
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

class Judge {
 public:
  explicit Judge(const Replayed& replayed) : r_(replayed) {}

  Outcome run() {
    note_stands();
    const std::optional<std::string> missing = what_is_missing();
    if (!missing) {
      outcome_.status = ReplayStatus::confirmed;
      return std::move(outcome_);
    }
    if (r_.trace)
      explain(*missing);
    else
      outcome_.why = *missing;
    return std::move(outcome_);
  }

 private:
  // With a trace: where the program went another way, and whether that contradicts the model.
  void explain(const std::string& missing) {
    Influences influences(r_.original, *r_.trace);
    // Who had to wait may have gone on later, when nobody followed the schedule any more.
    const auto undone = r_.seen.stray == FW_STRAY_waits || r_.seen.stray == FW_STRAY_absent
                            ? first_undone(r_.original, r_.witness, *r_.trace)
                            : std::optional<Difference>();
    bool is_later = false;
    auto difference = first_difference(r_.original, r_.witness, *r_.trace, what_comes_next(),
                                       [&](EventId expected, EventId came) {
                                         is_later |= undone && expected == undone->expected_event;
                                         if (!is_later) influences.add(expected, came);
                                       });
    if (undone && (is_later || !difference || difference->expected_event == undone->expected_event))
      difference = undone;
    Reason reason;
    if (difference) {
      outcome_.status = outcome_.otherwise = ReplayStatus::diverged;
      outcome_.why =
          fmt::format("{} was to do {}, and {}", difference->thread, difference->expected,
                      difference->came.empty() ? "did nothing more" : "did " + difference->came);
      outcome_.where = fmt::format(
          "{} {}", difference->expected_event.value,
          difference->came_event.exists() ? place_of(*r_.trace, difference->came_event) : "");
      reason = reason_of(r_, *difference, influences);
    } else {
      outcome_.status = outcome_.otherwise = ReplayStatus::not_reached;
      outcome_.why = outcome_.where = missing;
      reason = reason_without_difference(influences);
    }
    if (reason.contradicts) outcome_.status = ReplayStatus::refuted;
    outcome_.held_up = is_held_up(r_.seen) || reason.by_unseen_code;
    outcome_.by_reads_alone = reason.by_reads_alone;
    if (!reason.text.empty())
      outcome_.why += fmt::format("{}{}", reason.contradicts ? ", although " : ": ", reason.text);
  }

  // That threads stand where they should is told by what they do next, unless that is to wait or to
  // die. Freed memory is no object that could be compared.
  Behind what_comes_next() const {
    const BugKind kind = r_.claim.kind;
    if (!r_.seen.met || kind == BugKind::deadlock || kind == BugKind::null) return {};
    return {r_.claim.pending, kind == BugKind::race};
  }

  // Everything was done as the witness has it, and yet it is not the bug.
  Reason reason_without_difference(const Influences& influences) const {
    if (!r_.seen.followed && !ended_with_the_witness()) return {};
    if (r_.schedule.meeting != Schedule::kNoMeeting && !r_.seen.met) return {};
    if (r_.seen.run.sightings.size() != r_.schedule.watched.size())
      return {false, false, "what its threads did was not seen to its end"};
    if (is_in_a_call())
      return {false, false, "it is in a call of a library there, and cannot be stopped in it"};
    if (is_next_unknown()) return {false, false, "what a thread was about to do there is not seen"};
    if (was_dereferenced()) return {false, false, "something takes care of that"};
    if (is_too_large_to_keep()) return {false, false, "it is too much to be kept until then"};
    for (const EventId event : r_.claim.pending)
      if (const std::string& told = influences.from_outside(r_.original.thread(event));
          !told.empty())
        return {false, false, told};
    return {true, false, "the schedule was followed to its end"};
  }

  // It has come as far as it should, and is in the runtime's hands.
  bool is_in_a_call() const {
    for (size_t i = 0; i < r_.claim.pending.size(); ++i)
      if (const SeenThread& t = at_meeting(r_.claim.pending[i]);
          !t.stands && t.done == steps_before(i))
        return true;
    return false;
  }

  // Calls into libraries say what they access when they have done it.
  bool is_next_unknown() const {
    for (const EventId event : r_.claim.pending)
      if (const SeenThread& t = at_meeting(event); t.stands && is_unknown(t)) return true;
    return false;
  }
  static bool is_unknown(const SeenThread& t) {
    return t.is_open || (t.next_address == 0 && t.next_kind == Kind::thread_begin);
  }

  // A null pointer was, but somebody handles the fault.
  bool was_dereferenced() const {
    if (r_.claim.kind != BugKind::null || !stood_before(0)) return false;
    const SeenThread& user = at_meeting(r_.claim.pending[0]);
    return is_access(user.next_kind) && user.next_address < kFirstPages;
  }

  // So that it cannot be seen to be freed.
  bool is_too_large_to_keep() const {
    if (r_.claim.kind != BugKind::use_after_free && r_.claim.kind != BugKind::double_free)
      return false;
    constexpr uint64_t kMostKept = uint64_t{64} << 20;  // enforcer.cc
    return r_.original.objects()[r_.original.object(r_.claim.happen[0]).index()].size > kMostKept;
  }

  static std::string place_of(const Trace& trace, EventId event) {
    const Site& site = trace.site_info(trace.site(event));
    return fmt::format("{} {}:{}:{}", info(trace.kind(event)).name, trace.text(site.file),
                       site.line, site.column);
  }

  void note_stands() {
    if (!r_.seen.met) return;
    for (size_t i = 0; i < r_.claim.pending.size(); ++i) {
      const EventId event = r_.claim.pending[i];
      const SeenThread& t = at_meeting(event);
      const bool is_known = t.stands && (!is_unknown(t) || (t.is_open && went_on(i)));
      const Range range = stood_before_range(i);
      outcome_.stands.push_back({std::string(r_.original.thread_name(r_.original.thread(event))),
                                 t.kernel_id, is_known ? words(t.next_kind) : "", range.address,
                                 range.size});
    }
  }

  const SeenThread& at_meeting(EventId event) const {
    return r_.seen.at_meeting[r_.original.thread(event).index()];
  }

  std::optional<std::string> what_is_missing() {
    if (died_in_the_step() || died_of_the_use()) return std::nullopt;
    if (!r_.seen.followed && !(r_.seen.met && r_.claim.kind == BugKind::null) &&
        !ended_with_the_witness())
      return why_not_followed();
    if (r_.schedule.meeting != Schedule::kNoMeeting && !r_.seen.met)
      return "the threads of the bug did not come together";
    for (size_t i = 0; i < r_.claim.happen.size(); ++i)
      if (!was_done(r_.claim.happen[i], sighting(i)))
        return fmt::format("{} did not happen there", describe(r_.original, r_.claim.happen[i]));
    if (!happened_in_order()) return "what happened did not happen in the bug's order";
    switch (r_.claim.kind) {
      case BugKind::race:
        return r_.claim.is_by_memory_order() ? same_memory() : race();
      case BugKind::deadlock:
        return deadlock();
      case BugKind::atomicity:
        return same_memory();
      case BugKind::use_after_free:
      case BugKind::double_free:
        return use_after_free();
      case BugKind::null:
        return null();
      case BugKind::order:
        return std::nullopt;
      case BugKind::hang:
      case BugKind::misuse:
      case BugKind::failure:
        break;
    }
    return "this kind of bug is not known";
  }

  // A program that ends with the last step of the schedule has nobody left to say that it was. What
  // has to have happened was seen.
  bool ended_with_the_witness() const {
    return r_.claim.pending.empty() && r_.seen.stray == FW_STRAY_none && !r_.seen.stood_still;
  }

  // Who comes into the middle of a step, and sees there what nobody should, may end the program
  // before the step is done.
  bool died_in_the_step() const {
    if (r_.claim.kind != BugKind::atomicity || r_.claim.happen.size() != 3) return false;
    const std::optional<RunEnd> recorded = RunEnd::of(r_.original);
    const Sighting &first = sighting(0), &between = sighting(1);
    return WIFSIGNALED(r_.seen.run.wait_status) && !r_.seen.run.ended_by_guide &&
           !(recorded && recorded->is_bug()) && was_done(r_.claim.happen[0], first) &&
           was_done(r_.claim.happen[1], between) && !sighting(2).happened &&
           first.order < between.order && first.address < between.address + between.size &&
           between.address < first.address + first.size;
  }

  // What was mapped cannot be kept when it is given back: who uses it then dies of that access.
  bool died_of_the_use() const {
    if (r_.claim.kind != BugKind::use_after_free || !r_.seen.met || !stood_before(0)) return false;
    const int status = r_.seen.run.wait_status;
    const bool faulted =
        WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS);
    const SeenThread& user = at_meeting(r_.claim.pending[0]);
    const uint64_t size =
        r_.original.objects()[r_.original.object(r_.claim.happen[0]).index()].size;
    return faulted && !r_.seen.run.ended_by_guide && !sighting_of_pending(0).happened &&
           was_done(r_.claim.happen[0], sighting(0)) && is_access(user.next_kind) &&
           user.next_address - sighting(0).address < size;
  }

  std::string why_not_followed() const {
    const uint64_t at = std::min<uint64_t>(r_.seen.segment, r_.schedule.segments.size() - 1);
    const std::string thread(r_.original.thread_name(ThreadId(r_.schedule.segments[at].thread)));
    switch (r_.seen.stray) {
      case FW_STRAY_waits:
        return fmt::format("{} was to go on, and waits for what nobody can give it", thread);
      case FW_STRAY_ended:
        return fmt::format("{} was to go on, and had ended", thread);
      case FW_STRAY_absent:
        return fmt::format("{} was to go on, and nobody had created it", thread);
      case FW_STRAY_away:
        return fmt::format("{} was to go on, and was in a call that waits for others", thread);
      case FW_STRAY_none:
        break;
    }
    if (r_.seen.stood_still)
      return fmt::format("nothing moved for a while, when it was {}'s turn", thread);
    return "the program ended before the bug";
  }

  // Of the claim's events: those that happen, then those that are pending.
  const Sighting& sighting(size_t event) const {
    static const Sighting kNothing;
    const std::vector<Sighting>& all = r_.seen.run.sightings;
    return event < all.size() ? all[event] : kNothing;
  }
  const Sighting& sighting_of_pending(size_t i) const {
    return sighting(r_.claim.happen.size() + i);
  }

  // The thread's step with this number was this event: of this kind, at this place.
  bool was_done(EventId event, const Sighting& seen) const {
    const Site& site = r_.original.site_info(r_.original.site(event));
    const bool has_place = !r_.original.text(site.file).empty();
    return seen.happened && seen.kind == r_.original.kind(event) &&
           (has_place ? seen.line == site.line && seen.column == site.column &&
                            seen.file == r_.original.text(site.file) &&
                            seen.function == r_.original.text(site.function)
                      : seen.file.empty());
  }

  bool happened_in_order() const {
    uint64_t last = 0;
    for (size_t i = 0; i < r_.claim.happen.size(); ++i) {
      if (sighting(i).order <= last) return false;
      last = sighting(i).order;
    }
    return true;
  }

  uint64_t steps_before(size_t pending) const {
    return r_.schedule.watched[r_.claim.happen.size() + pending].step;
  }

  // It was stopped there, and not before an earlier or a later step.
  bool stood_before(size_t pending) const {
    const SeenThread& t = at_meeting(r_.claim.pending[pending]);
    return t.stands && t.done == steps_before(pending);
  }

  std::optional<std::string> race() {
    const SeenThread &a = at_meeting(r_.claim.pending[0]), &b = at_meeting(r_.claim.pending[1]);
    if (!stood_before(0) || !stood_before(1)) return "not both threads stood before their accesses";
    if (!is_access(a.next_kind) || !is_access(b.next_kind))
      return "not both threads stood before an access";
    if (!writes(a.next_kind) && !writes(b.next_kind)) return "neither access was a write";
    if (is_atomic(a.next_kind) && is_atomic(b.next_kind)) return "both accesses were atomic";
    if (a.is_open || b.is_open)
      if (std::optional<std::string> missing = both_went_on()) return missing;
    const Range first = stood_before_range(0), second = stood_before_range(1);
    if (first.address >= second.address + second.size ||
        second.address >= first.address + first.size)
      return "the accesses were to different memory";
    return both_went_on();
  }

  // The memory of the access that the thread stood before. How far a function goes that looks for
  // something shows when it has found it, which is what it did next. For who went first that is
  // what it would have been at the meeting. Who went second found what the other one wrote; but if
  // all of that had been outside of what it was to look at, it would have looked at the same as
  // before. So what overlaps then overlapped at the meeting.
  struct Range {
    uint64_t address, size;
  };
  Range stood_before_range(size_t pending) const {
    const SeenThread& t = at_meeting(r_.claim.pending[pending]);
    if (!t.is_open) return {t.next_address, t.next_size};
    const Sighting& next = sighting_of_pending(pending);
    return {next.address, next.size};
  }

  // That it was these accesses and no others is told by what they did next.
  std::optional<std::string> both_went_on() {
    for (size_t i = 0; i < r_.claim.pending.size(); ++i)
      if (!went_on(i))
        return fmt::format("{} did not come next", describe(r_.original, r_.claim.pending[i]));
    return std::nullopt;
  }

  bool went_on(size_t pending) const {
    return was_done(r_.claim.pending[pending], sighting_of_pending(pending));
  }

  std::optional<std::string> deadlock() {
    const size_t count = r_.claim.pending.size();
    for (size_t i = 0; i < count; ++i) {
      const EventId event = r_.claim.pending[i];
      const SeenThread &before = at_meeting(event),
                       &now = r_.seen.at_end[r_.original.thread(event).index()];
      if (!stood_before(i) || !acquires_lock(before.next_kind))
        return "not every thread stood before its lock";
      if (now.waits_for == 0 || now.waits_for != before.next_address)
        return "not every thread is blocked";
      const ThreadId holder = r_.original.thread(r_.claim.pending[(i + 1) % count]);
      if (!holds(holder, now.waits_for)) return "the threads do not wait for each other";
    }
    return std::nullopt;
  }

  // At the end.
  bool holds(ThreadId thread, uint64_t lock) const {
    const std::vector<HeldLockAddress>& held = r_.seen.run.held;
    return std::any_of(held.begin(), held.end(), [&](const HeldLockAddress& h) {
      return h.thread == thread.value && h.lock == lock;
    });
  }

  // What overlapped in the recording overlaps here.
  std::optional<std::string> same_memory() const {
    const std::vector<EventId>& events = r_.claim.happen;
    if (r_.claim.kind == BugKind::race && r_.original.kind(events.back()) == Kind::free)
      return is_freed_by(sighting(0), sighting(1))
                 ? std::nullopt
                 : std::optional("other memory was freed than was accessed");
    for (size_t i = 0; i < events.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        const bool there =
            r_.original.overlap(r_.original.location(events[i]), r_.original.location(events[j]));
        if (there && !overlap(sighting(j), sighting(i)))
          return "the accesses were to different memory";
        if (there && is_between(sighting(j).freed, sighting(j), sighting(i)))
          return "the memory was freed between the accesses";
      }
    return std::nullopt;
  }

  // What is freed is told beside the step that frees it.
  static bool is_freed_by(const Sighting& use, const Sighting& free) {
    return use.order < free.order && (use.freed == free.order + 1 || use.freed + 1 == free.order);
  }

  // The later one finds what the earlier one accessed, and not what was allocated in its place.
  static bool overlap(const Sighting& earlier, const Sighting& later) {
    return earlier.address < later.address + later.size &&
           later.address < earlier.address + earlier.size &&
           !is_between(earlier.replaced, earlier, later);
  }

  static bool is_between(uint64_t when, const Sighting& earlier, const Sighting& later) {
    return earlier.order < when && when < later.order;
  }

  std::optional<std::string> use_after_free() {
    const SeenThread& user = at_meeting(r_.claim.pending[0]);
    if (!stood_before(0)) return "the thread did not stand before its access";
    if (!user.before_freed) return "the memory had not been freed";
    return both_went_on();
  }

  std::optional<std::string> null() {
    const SeenThread& user = at_meeting(r_.claim.pending[0]);
    // What is not known is no access either.
    if (!stood_before(0) || !is_access(user.next_kind))
      return "the thread did not stand before its access";
    if (user.next_address >= kFirstPages) return "the pointer was not null";
    if (!WIFSIGNALED(r_.seen.run.wait_status) || (WTERMSIG(r_.seen.run.wait_status) != SIGSEGV &&
                                                  WTERMSIG(r_.seen.run.wait_status) != SIGABRT))
      return "the program did not fault";
    return std::nullopt;
  }

  const Replayed& r_;
  Outcome outcome_;
};

}  // namespace

bool is_held_up(const Observation& seen) {
  return seen.stray == FW_STRAY_away || seen.stood_still || !seen.run.incomplete.empty();
}

Outcome judge(const Replayed& replayed) { return Judge(replayed).run(); }

}  // namespace foreweave
